import { type LabelSelector, matchesSelector } from '@skep/api'
import { hasReason } from '@skep/base'
import { apiVersionOf, type KubeObject, type OwnerReference } from '@skep/schema'
import type { ClusterView, GroupResource, GroupVersionKind } from '../../contracts.ts'

/** The owner that manages an object, of which there is at most one. */
export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** Whether an object's controller is of this kind. */
export function isControlledByKind(reference: OwnerReference | undefined, { group, kind }: GroupVersionKind): boolean {
  if (reference?.kind !== kind) return false
  const slash = reference.apiVersion.indexOf('/')
  return (slash === -1 ? '' : reference.apiVersion.slice(0, slash)) === group
}

/** How a dependent names its controller. */
export const controllerReference = (kind: GroupVersionKind, { metadata }: KubeObject): OwnerReference => ({
  apiVersion: apiVersionOf(kind),
  kind: kind.kind,
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
})

/** What an object controls, and what it might: everything in its namespace that it selects and nobody controls. */
export interface Candidates<T extends KubeObject> {
  readonly owned: readonly T[]
  readonly orphans: readonly T[]
}

/** Who claims, and by which labels. */
export interface Claimant {
  readonly kind: GroupVersionKind
  readonly owner: KubeObject
  readonly selector: LabelSelector
}

/**
 * The objects that a controller object manages: those of its own that it still selects, and orphans that it selects and
 * takes in. Of its own, those that it no longer selects are let go.
 */
export async function claimObjects<T extends KubeObject>(
  cluster: ClusterView,
  at: GroupResource,
  claimant: Claimant,
  { owned, orphans }: Candidates<T>,
): Promise<T[]> {
  const { owner, selector } = claimant
  const claimed = owned.filter(({ metadata }) => matchesSelector(selector, metadata.labels))
  if (owner.metadata.deletionTimestamp !== undefined) return claimed
  const lost = owned.filter(({ metadata }) => !matchesSelector(selector, metadata.labels))
  for (const object of lost) await release(cluster, at, object, owner)
  for (const orphan of orphans) {
    const { labels, deletionTimestamp } = orphan.metadata
    if (deletionTimestamp !== undefined || !matchesSelector(selector, labels)) continue
    const adopted = await adopt(cluster, at, orphan, claimant)
    if (adopted) claimed.push(adopted as T)
  }
  return claimed
}

async function adopt(
  cluster: ClusterView,
  at: GroupResource,
  { metadata }: KubeObject,
  { kind, owner }: Claimant,
): Promise<KubeObject | undefined> {
  return cluster.objects.modify(at, metadata.namespace ?? '', metadata.name ?? '', (object) => {
    if (object.metadata.uid !== metadata.uid || controllerOf(object)) return undefined
    const ownerReferences = [...(object.metadata.ownerReferences ?? []), controllerReference(kind, owner)]
    return { ...object, metadata: { ...object.metadata, ownerReferences } }
  })
}

async function release(
  cluster: ClusterView,
  at: GroupResource,
  { metadata }: KubeObject,
  owner: KubeObject,
): Promise<void> {
  try {
    await cluster.objects.modify(at, metadata.namespace ?? '', metadata.name ?? '', (object) => {
      const { ownerReferences = [], ...rest } = object.metadata
      const others = ownerReferences.filter(({ uid }) => uid !== owner.metadata.uid)
      if (object.metadata.uid !== metadata.uid || others.length === ownerReferences.length) return undefined
      return { ...object, metadata: others.length > 0 ? { ...rest, ownerReferences: others } : rest }
    })
  } catch (error) {
    // An object on its way out is nobody's any more.
    if (!hasReason(error, 'Invalid')) throw error
  }
}
