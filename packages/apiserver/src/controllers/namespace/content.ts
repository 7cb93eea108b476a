import { hasReason, StatusError } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView, ServedResource } from '../../contracts.ts'

/** What is left of a namespace's content after everything has been asked to go. */
export interface Remaining {
  /** Number of objects by `resource.group`. */
  objects: Map<string, number>
  /** Number of objects by finalizer. */
  finalizers: Map<string, number>
  /** Messages of deletes that failed. */
  failures: string[]
}

/**
 * Deletes the content of a namespace: pods first, so that nothing they use goes away under them, and the rest when no
 * pod is left.
 */
export async function deleteContent(cluster: ClusterView, namespace: string): Promise<Remaining> {
  const resources = deletable(cluster)
  const pods = resources.filter(({ group, resource }) => group === '' && resource === 'pods')
  const podsLeft = await deleteAll(cluster, namespace, pods)
  if (podsLeft.objects.size > 0) return podsLeft
  return deleteAll(
    cluster,
    namespace,
    resources.filter((resource) => !pods.includes(resource)),
  )
}

/** Each namespaced resource once, whatever the number of its versions. */
function deletable(cluster: ClusterView): ServedResource[] {
  const found = new Map<string, ServedResource>()
  for (const resource of cluster.resources()) {
    if (!resource.namespaced || !resource.verbs.includes('delete') || !resource.verbs.includes('list')) continue
    // Events of both groups are the same objects.
    if (resource.group === 'events.k8s.io') continue
    const name = `${resource.resource}.${resource.group}`
    if (!found.has(name)) found.set(name, resource)
  }
  return [...found.values()]
}

async function deleteAll(cluster: ClusterView, namespace: string, resources: ServedResource[]): Promise<Remaining> {
  const remaining: Remaining = { objects: new Map(), finalizers: new Map(), failures: [] }
  for (const resource of resources) {
    const objects = cluster.objects.list(resource, { namespace })
    await Promise.all(objects.map((object) => deleteOne(cluster, resource, object, remaining)))
    for (const object of cluster.objects.list(resource, { namespace })) count(remaining, resource, object)
  }
  return remaining
}

async function deleteOne(
  cluster: ClusterView,
  resource: ServedResource,
  { metadata }: KubeObject,
  remaining: Remaining,
): Promise<void> {
  if (metadata.deletionTimestamp !== undefined) return
  try {
    await cluster.objects.delete(resource, metadata.namespace ?? '', metadata.name ?? '', {
      propagationPolicy: 'Background',
    })
  } catch (error) {
    if (hasReason(error, 'NotFound')) return
    remaining.failures.push(error instanceof StatusError ? error.message : String(error))
  }
}

function count(
  { objects, finalizers }: Remaining,
  { group, resource }: ServedResource,
  { metadata }: KubeObject,
): void {
  const name = `${resource}.${group}`
  objects.set(name, (objects.get(name) ?? 0) + 1)
  for (const finalizer of metadata.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1)
}
