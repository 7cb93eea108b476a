import type { Pod } from '@skep/api'
import type { KubeObject, OwnerReference } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import { numberAt } from '../../registry/subresources/scale-paths.ts'
import { controllerOf } from '../workloads/ownership.ts'

/** How many pods the owners of these want together. */
export interface ExpectedScale {
  readonly count: number
  /** Names of pods that nobody manages. */
  readonly unmanaged: readonly string[]
}

/** Sums up what the controllers of pods want. Throws when one of them cannot be asked. */
export function expectedScale(cluster: ClusterView, pods: readonly Pod[]): ExpectedScale {
  const scales = new Map<string, number>()
  const unmanaged: string[] = []
  for (const pod of pods) {
    const owner = controllerOf(pod)
    if (!owner) {
      unmanaged.push(pod.metadata.name ?? '')
      continue
    }
    const found = scaleOf(cluster, pod.metadata.namespace ?? '', owner)
    if (!found) throw new Error(`found no controllers for pod "${pod.metadata.name}"`)
    scales.set(found.uid, found.replicas)
  }
  return { count: [...scales.values()].reduce((sum, count) => sum + count, 0), unmanaged }
}

interface Scale {
  readonly uid: string
  readonly replicas: number
}

/** The scale of an owner; of a ReplicaSet that a Deployment made, that of the Deployment. */
function scaleOf(cluster: ClusterView, namespace: string, owner: OwnerReference): Scale | undefined {
  const found = findOwner(cluster, namespace, owner)
  if (!found) return undefined
  const above = owner.kind === 'ReplicaSet' ? controllerOf(found.object) : undefined
  const deployment = above?.kind === 'Deployment' ? findOwner(cluster, namespace, above) : undefined
  const { object, path } = deployment ?? found
  return { uid: object.metadata.uid ?? '', replicas: numberAt(object, path) ?? 0 }
}

function findOwner(
  cluster: ClusterView,
  namespace: string,
  { apiVersion, kind, name, uid }: OwnerReference,
): { object: KubeObject; path: string } | undefined {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  for (const resource of cluster.resources()) {
    if (resource.kind !== kind || resource.group !== group || !resource.scale) continue
    const object = cluster.objects.get(resource, resource.namespaced ? namespace : '', name)
    if (object?.metadata.uid === uid) return { object, path: resource.scale.specReplicasPath }
  }
  return undefined
}
