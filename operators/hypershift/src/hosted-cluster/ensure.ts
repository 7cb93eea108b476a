import { createHash } from 'node:crypto'
import { hasReason, StatusError } from '@skep/base'
import { type Client, type ClientKind, type Draft, mergePatch, type Stored } from '@skep/client'
import { asJson, type JsonObject, type KubeObject, type ObjectMeta } from '@skep/schema'
import { ANNOTATIONS } from './keys.ts'

/** Labels and annotations that an object must not have any more. */
export interface Unwanted {
  readonly labels?: readonly string[]
  readonly annotations?: readonly string[]
}

/**
 * Makes an object be as wanted, and gives it as it then is; nothing is written when it is so already. Labels and
 * annotations are added to those that are there, everything else that `wanted` has replaces what is there.
 */
export async function ensure<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  known: Stored<T> | undefined,
  wanted: Draft<T>,
  unwanted: Unwanted = {},
): Promise<Stored<T>> {
  if (!known) return createOrFind(client, kind, wanted, unwanted)
  const change = changeOf(known, wanted, unwanted)
  if (!change) return known
  const { uid, resourceVersion } = known.metadata
  // What is known may be old; then this is a conflict, and the next run knows better.
  const body = { ...change, metadata: { ...change.metadata, uid, resourceVersion } }
  return client.patch(kind, known.metadata, { type: 'merge', body })
}

/** Creates an object; one that is there already, unknown here so far, is made as wanted. */
async function createOrFind<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  wanted: Draft<T>,
  unwanted: Unwanted,
): Promise<Stored<T>> {
  try {
    return await client.create(kind, wanted)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
  const { namespace, name = '' } = (wanted as Pick<KubeObject, 'metadata'>).metadata
  const found = await client.get(kind, { ...(namespace === undefined ? {} : { namespace }), name })
  if (!found) throw new StatusError('Conflict', `${kind.kind} ${name} is going just now`)
  return ensure(client, kind, found, wanted, unwanted)
}

function changeOf(known: KubeObject, wanted: object, unwanted: Unwanted): { metadata?: JsonObject } | undefined {
  const { metadata, ...rest } = asJson(wanted)
  const change: JsonObject & { metadata?: JsonObject } = {}
  for (const [member, value] of Object.entries(rest)) {
    const difference = mergePatch(asJson(known)[member], value)
    if (difference !== undefined && member !== 'apiVersion' && member !== 'kind') change[member] = difference
  }
  const changedMetadata = metadataChange(known.metadata, (metadata ?? {}) as ObjectMeta, unwanted)
  if (changedMetadata) change.metadata = changedMetadata
  return Object.keys(change).length === 0 ? undefined : change
}

function metadataChange(known: ObjectMeta, wanted: ObjectMeta, unwanted: Unwanted): JsonObject | undefined {
  const labels = mapChange(known.labels, wanted.labels, unwanted.labels)
  const annotations = mapChange(known.annotations, wanted.annotations, unwanted.annotations)
  const { ownerReferences } = wanted
  const owners = ownerReferences && mergePatch(asJson(known.ownerReferences ?? []), asJson(ownerReferences))
  if (!labels && !annotations && owners === undefined) return undefined
  return {
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(owners === undefined ? {} : { ownerReferences: owners }),
  }
}

function mapChange(
  known: Record<string, string> = {},
  wanted: Record<string, string> = {},
  unwanted: readonly string[] = [],
): JsonObject | undefined {
  const change: JsonObject = {}
  for (const [key, value] of Object.entries(wanted)) if (known[key] !== value) change[key] = value
  for (const key of unwanted) if (known[key] !== undefined) change[key] = null
  return Object.keys(change).length === 0 ? undefined : change
}

/**
 * The same for objects to which the server adds defaults, or of which only the metadata are known: what was wanted last
 * is known by its hash.
 */
export async function ensureByHash<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  known: Stored | undefined,
  wanted: Draft<T> & { metadata: ObjectMeta },
): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(wanted)).digest('hex')
  if (known?.metadata.annotations?.[ANNOTATIONS.desiredStateHash] === hash) return
  const annotations = { ...wanted.metadata.annotations, [ANNOTATIONS.desiredStateHash]: hash }
  // Of what is known, only the metadata and members of `wanted` are looked at.
  await ensure(client, kind, known as Stored<T> | undefined, {
    ...wanted,
    metadata: { ...wanted.metadata, annotations },
  })
}
