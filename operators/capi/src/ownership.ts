import { type ClientKind, type DynamicObject, mergePatch, type Stored } from '@skep/client'
import { apiVersionOf, asJson, isObject, type JsonObject, type KubeObject, type OwnerReference } from '@skep/schema'
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

/** The keys of labels or annotations that a manager of fields wrote, as the server remembers it. */
function keysOfManager({ metadata }: KubeObject, manager: string, field: 'labels' | 'annotations'): string[] {
  return (metadata.managedFields ?? [])
    .filter((entry) => entry.manager === manager)
    .flatMap(({ fieldsV1 }) => {
      const written = fieldsV1?.['f:metadata']
      const fields = isObject(written) ? written[`f:${field}`] : undefined
      return isObject(fields) ? Object.keys(fields).map((key) => key.slice('f:'.length)) : []
    })
}

/** Labels or annotations as they shall be: with those that are handed down, without those that were once, and all others. */
function handedDown(object: KubeObject, manager: string, field: 'labels' | 'annotations', wanted: Texts): Texts {
  const texts = { ...object.metadata[field] }
  for (const key of keysOfManager(object, manager, field)) if (!Object.hasOwn(wanted, key)) delete texts[key]
  return { ...texts, ...wanted }
}

/** The merge patch that hands labels and annotations down to an object; undefined when it has them. */
export function metadataPatch(
  object: KubeObject,
  manager: string,
  { labels, annotations }: { labels: Texts; annotations: Texts },
): JsonObject | undefined {
  const { metadata } = object
  const before = { labels: metadata.labels ?? {}, annotations: metadata.annotations ?? {} }
  const after = {
    labels: handedDown(object, manager, 'labels', labels),
    annotations: handedDown(object, manager, 'annotations', annotations),
  }
  const patch = mergePatch(asJson(before), asJson(after))
  return isObject(patch) ? patch : undefined
}
