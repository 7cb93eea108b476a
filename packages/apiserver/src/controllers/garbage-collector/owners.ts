import type { KubeObject, OwnerReference } from '@skep/schema'
import type { ClusterView, ServedResource } from '../../contracts.ts'

/** How an owner stands: there, gone, or only waiting for its dependents to go first. */
export type OwnerState = 'solid' | 'gone' | 'waiting'

export const FOREGROUND = 'foregroundDeletion'
export const ORPHAN = 'orphan'

/** Looks an owner up where it must be: in the dependent's namespace, or in the cluster. */
export function ownerState(cluster: ClusterView, dependent: KubeObject, reference: OwnerReference): OwnerState {
  const resource = resourceOfKind(cluster, reference)
  // A kind that is not served now may be served later: nothing is deleted because of it.
  if (!resource) return 'solid'
  const namespace = resource.namespaced ? (dependent.metadata.namespace ?? '') : ''
  // A namespaced owner of a cluster-wide object cannot be looked up; Kubernetes leaves such objects alone.
  if (resource.namespaced && namespace === '') return 'solid'
  const owner = cluster.objects.traitsOf(resource, namespace, reference.name)
  if (!owner || owner.uid !== reference.uid) return 'gone'
  if (!owner.deleting) return 'solid'
  const finalizers = cluster.objects.get(resource, namespace, reference.name)?.metadata.finalizers
  return finalizers?.includes(FOREGROUND) ? 'waiting' : 'solid'
}

function resourceOfKind(cluster: ClusterView, { apiVersion, kind }: OwnerReference): ServedResource | undefined {
  const slash = apiVersion.indexOf('/')
  return cluster.resourceOfKind(slash === -1 ? '' : apiVersion.slice(0, slash), kind)
}
