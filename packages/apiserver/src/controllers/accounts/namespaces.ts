import type { ClusterView } from '../../contracts.ts'

export const NAMESPACES = { group: '', resource: 'namespaces' }

/** Whether nothing should be made in a namespace any more. */
export function isTerminating(cluster: ClusterView, namespace: string): boolean {
  const found = cluster.objects.get(NAMESPACES, '', namespace)
  return found === undefined || found.metadata.deletionTimestamp !== undefined
}
