import { type Client, type ClientKind, type DynamicObject, mergePatch, type Stored } from '@skep/client'
import {
  apiVersionOf,
  asJson,
  isObject,
  type JsonObject,
  type KubeObject,
  type ManagedFieldsEntry,
  type OwnerReference,
} from '@skep/schema'
import { LABELS } from './names.ts'
import { hasOwner, patchObject, withOwner } from './objects.ts'
import type { ClusterApiParts } from './parts.ts'
import { type External, type FullReference, groupOf } from './references.ts'

/** The reference by which something belongs to an object without being controlled by it. */
export const ownerReference = <T extends KubeObject>(
  kind: ClientKind<T>,
  { metadata: { name, uid } }: Stored<T>,
): OwnerReference => ({ apiVersion: apiVersionOf(kind), kind: kind.kind, name, uid })

/** Kinds that own an object of a provider only until there is a machine for it. */
const FORMER_OWNERS = new Set(['MachineSet'])

/** Makes an object of a provider belong to what refers to it, and labels it with its cluster if told to. */
export async function takeOwnership(
  { client, externals }: ClusterApiParts,
  reference: FullReference,
  object: External,
  { owner, clusterName }: { owner: OwnerReference; clusterName?: string },
): Promise<External> {
  const { ownerReferences = [], labels = {} } = object.metadata
  const kept = owner.controller ? ownerReferences.filter((each) => !isFormerOwner(each)) : ownerReferences
  const isOwned = hasOwner(object, owner) && kept.length === ownerReferences.length
  const isLabelled = clusterName === undefined || labels[LABELS.cluster] === clusterName
  if (isOwned && isLabelled) return object
  const kind = await externals.kindOf(reference)
  if (!kind) return object
  const metadata = {
    ownerReferences: asJson(withOwner(kept, owner)),
    ...(clusterName === undefined ? {} : { labels: { [LABELS.cluster]: clusterName } }),
  }
  return patchObject<DynamicObject>(client, kind, object, { metadata })
}

const isFormerOwner = ({ apiVersion, kind }: OwnerReference): boolean =>
  FORMER_OWNERS.has(kind) && groupOf(apiVersion) === 'cluster.x-k8s.io'

type Texts = Readonly<Record<string, string>>
type TextField = 'labels' | 'annotations'
type Writers = readonly ManagedFieldsEntry[]

/** The keys of labels or annotations that a manager of fields wrote, as the server remembers it. */
function keysOfManager(writers: Writers, manager: string, field: TextField): string[] {
  return writers
    .filter((entry) => entry.manager === manager)
    .flatMap(({ fieldsV1 }) => {
      const written = fieldsV1?.['f:metadata']
      const fields = isObject(written) ? written[`f:${field}`] : undefined
      return isObject(fields) ? Object.keys(fields).map((key) => key.slice('f:'.length)) : []
    })
}

/** Who wrote the fields of objects that were asked for, as long as the copies are there that say nothing of it. */
const writersOfCopies = new WeakMap<KubeObject, Writers>()

/** Copies are kept without who wrote which field, which is a third of them: the server is asked where it matters. */
async function writersOf<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  object: Stored<T>,
): Promise<Writers> {
  const known = object.metadata.managedFields ?? writersOfCopies.get(object)
  if (known) return known
  const writers = (await client.get(kind, object.metadata))?.metadata.managedFields ?? []
  writersOfCopies.set(object, writers)
  return writers
}

/** What labels and annotations an object shall have of its owner, and which manager of fields hands them down. */
export interface HandedDown {
  readonly manager: string
  readonly labels: Texts
  readonly annotations: Texts
}

/**
 * The merge patch that hands labels and annotations down to an object, and takes away
 * those that were once; undefined when it is as it shall be.
 */
export async function metadataPatch<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  object: Stored<T>,
  wanted: HandedDown,
): Promise<JsonObject | undefined> {
  const { labels = {}, annotations = {} } = object.metadata
  const hasMore = exceeds(labels, wanted.labels) || exceeds(annotations, wanted.annotations)
  const writers = hasMore ? await writersOf(client, kind, object) : []
  const settle = (field: TextField, texts: Texts): Texts => {
    const settled = { ...texts, ...wanted[field] }
    for (const key of keysOfManager(writers, wanted.manager, field)) {
      if (!Object.hasOwn(wanted[field], key)) delete settled[key]
    }
    return settled
  }
  const after = { labels: settle('labels', labels), annotations: settle('annotations', annotations) }
  const patch = mergePatch(asJson({ labels, annotations }), asJson(after))
  return isObject(patch) ? patch : undefined
}

const exceeds = (texts: Texts, wanted: Texts): boolean => Object.keys(texts).some((key) => !Object.hasOwn(wanted, key))
