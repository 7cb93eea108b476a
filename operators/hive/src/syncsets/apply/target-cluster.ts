import {
  type Client,
  type ClientKind,
  createKindResolver,
  type DynamicObject,
  type KindResolver,
  type ObjectRef,
  type Patch,
} from '@skep/client'
import type { JsonObject } from '@skep/schema'
import { lastAppliedOf, withLastApplied } from './last-applied.ts'
import { builtInSchema } from './patch-rules.ts'
import { threeWayPatch } from './three-way-patch.ts'

/** An object of any kind, as somebody wrote it. */
export interface Manifest extends JsonObject {
  apiVersion: string
  kind: string
  metadata: ManifestMetadata
}

interface ManifestMetadata extends JsonObject {
  name?: string
  namespace?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

/** Names an object of any kind. */
export interface ResourceReference {
  readonly apiVersion: string
  readonly kind?: string
  readonly name: string
  readonly namespace?: string
}

/** How objects are brought into a cluster. */
export type ApplyBehavior = '' | 'Apply' | 'CreateOnly' | 'CreateOrUpdate'

/** A cluster that objects are brought into. */
export interface TargetCluster {
  apply(object: Manifest, behavior: ApplyBehavior): Promise<void>
  patch(reference: ResourceReference, patch: Patch): Promise<void>
  /** An object, or a whole kind, that is not there is fine. */
  delete(reference: ResourceReference): Promise<void>
}

/** A cluster that only exists on paper: whatever is asked of it works. */
export const FAKE_TARGET: TargetCluster = {
  apply: async () => {},
  patch: async () => {},
  delete: async () => {},
}

/** Kinds are found out once per client, which lives as long as its cluster is reached the same way. */
const resolvers = new WeakMap<Client, KindResolver>()

/** A cluster behind a client. */
export function targetCluster(client: Client, signal: AbortSignal): TargetCluster {
  let resolver = resolvers.get(client)
  if (!resolver) resolvers.set(client, (resolver = createKindResolver(client)))
  const known = resolver
  const find = (reference: ResourceReference) =>
    known.resolve({ apiVersion: reference.apiVersion, kind: reference.kind ?? '' }, signal)
  const require = async (reference: ResourceReference) => (await find(reference)) ?? unknownKind(reference)
  return {
    apply: async (object, behavior) => {
      const reference = referenceTo(object)
      const kind = await require(reference)
      await applyObject(client, kind, refOf(kind, reference), object, behavior)
    },
    patch: async (reference, patch) => {
      const kind = await require(reference)
      await client.patch(kind, refOf(kind, reference), patch, { signal })
    },
    delete: async (reference) => {
      const kind = await find(reference)
      if (kind) await client.delete(kind, refOf(kind, reference), { signal })
    },
  }
}

/** The name of a manifest. */
export const referenceTo = ({ apiVersion, kind, metadata }: Manifest): ResourceReference => ({
  apiVersion,
  kind,
  name: metadata?.name ?? '',
  ...(metadata?.namespace ? { namespace: metadata.namespace } : {}),
})

/** As kubectl does, objects that name no namespace go to `default`. */
const refOf = ({ scope }: ClientKind, { name, namespace = 'default' }: ResourceReference): ObjectRef =>
  scope === 'Namespaced' ? { name, namespace } : { name }

function unknownKind({ apiVersion, kind, name, namespace = '' }: ResourceReference): never {
  throw new Error(
    `resource mapping not found for name: "${name}" namespace: "${namespace}" from "object": ` +
      `no matches for kind "${kind}" in version "${apiVersion}"\nensure CRDs are installed first`,
  )
}

async function applyObject(
  client: Client,
  kind: ClientKind<DynamicObject>,
  ref: ObjectRef,
  object: Manifest,
  behavior: ApplyBehavior,
): Promise<void> {
  const notes = behavior !== 'CreateOnly' && behavior !== 'CreateOrUpdate'
  const placed = { ...object, metadata: { ...object.metadata, ...ref } }
  const modified = notes ? withLastApplied(placed) : placed
  // What a server answers is JSON.
  const current = (await client.get(kind, ref)) as unknown as Manifest | undefined
  if (!current) {
    await client.create(kind, modified)
    return
  }
  if (behavior === 'CreateOnly') return
  const node = builtInSchema(kind)
  const body = threeWayPatch({ original: lastAppliedOf(current), modified, current }, node)
  if (body) await client.patch(kind, ref, { type: node ? 'strategic' : 'merge', body })
}
