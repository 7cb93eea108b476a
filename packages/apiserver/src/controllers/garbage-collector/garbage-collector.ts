import { hasReason } from '@skep/base'
import type { KubeObject, OwnerReference } from '@skep/schema'
import type { ClusterView, DeleteOptions } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, type ObjectKey, serviceAccount } from '../controller.ts'
import { DependencyGraph, type ObjectPlace } from './graph.ts'
import { FOREGROUND, ORPHAN, ownerState } from './owners.ts'

/** A place as a key: the resource goes in front of the name. */
const toKey = (clusterId: string, { group, resource, namespace, name }: ObjectPlace): ObjectKey => ({
  clusterId,
  namespace,
  name: `${resource} ${group} ${name}`,
})

function toPlace({ namespace, name }: ObjectKey): ObjectPlace {
  const [resource = '', group = '', ...rest] = name.split(' ')
  return { group, resource, namespace, name: rest.join(' ') }
}

/** Deletes what has lost its owners, and finishes foreground and orphaning deletions. */
export function garbageCollector({ clock }: ControllerContext): ControllerDefinition {
  const graph = new DependencyGraph()
  return {
    name: 'garbage-collector',
    identity: serviceAccount('generic-garbage-collector'),
    watches: '*',
    workers: 16,
    keysOf: (event) => graph.observe(event).map((place) => toKey(event.clusterId, place)),
    clusterGone: (clusterId) => graph.forget(clusterId),
    reconcile: async (key, cluster) => {
      const place = toPlace(key)
      const object = cluster.resource(place) && cluster.objects.get(place, place.namespace, place.name)
      if (!object) return undefined
      const dependents = graph.dependentsOf(cluster.id, object.metadata.uid ?? '')
      if (object.metadata.deletionTimestamp !== undefined) await finishDeletion(cluster, place, object, dependents)
      const patience = patienceFor(graph, cluster, object, clock.now())
      if (patience > 0) return { requeueAfterMs: patience }
      try {
        await checkOwners(cluster, place, object, dependents)
        return undefined
      } catch (error) {
        // Somebody changed it meanwhile, which is no reason to wait before it is judged anew.
        if (hasReason(error, 'Conflict')) return { requeueAfterMs: 0 }
        throw error
      }
    },
  }
}

/** How long an object may name an owner that nobody has seen yet: whoever made it may still be making the owner. */
const PATIENCE_MS = 2_000

function patienceFor(graph: DependencyGraph, cluster: ClusterView, object: KubeObject, now: number): number {
  const { ownerReferences = [], creationTimestamp = '' } = object.metadata
  const age = now - Date.parse(creationTimestamp)
  if (!(age < PATIENCE_MS)) return 0
  const unseen = ownerReferences.some(
    (reference) => !graph.hasDeparted(cluster.id, reference.uid) && ownerState(cluster, object, reference) === 'gone',
  )
  return unseen ? PATIENCE_MS - age : 0
}

async function finishDeletion(
  cluster: ClusterView,
  place: ObjectPlace,
  object: KubeObject,
  dependents: ObjectPlace[],
): Promise<void> {
  const { finalizers = [], uid = '' } = object.metadata
  if (finalizers.includes(ORPHAN)) {
    for (const dependent of dependents) await dropOwners(cluster, dependent, (reference) => reference.uid === uid)
    await dropFinalizer(cluster, place, ORPHAN)
    return
  }
  if (!finalizers.includes(FOREGROUND)) return
  for (const dependent of dependents) await checkDependent(cluster, dependent)
  if (!dependents.some((dependent) => blocks(cluster, dependent, uid))) await dropFinalizer(cluster, place, FOREGROUND)
}

/** Dependents of an owner in foreground deletion are judged at once, not only when their own event comes. */
async function checkDependent(cluster: ClusterView, place: ObjectPlace): Promise<void> {
  const object = cluster.objects.get(place, place.namespace, place.name)
  if (object) await checkOwners(cluster, place, object, [])
}

function blocks(cluster: ClusterView, place: ObjectPlace, ownerUid: string): boolean {
  const references = cluster.objects.get(place, place.namespace, place.name)?.metadata.ownerReferences ?? []
  return references.some(({ uid, blockOwnerDeletion }) => uid === ownerUid && blockOwnerDeletion === true)
}

async function checkOwners(
  cluster: ClusterView,
  place: ObjectPlace,
  object: KubeObject,
  dependents: ObjectPlace[],
): Promise<void> {
  const references = object.metadata.ownerReferences ?? []
  if (references.length === 0 || object.metadata.deletionTimestamp !== undefined) return
  const states = references.map((reference) => ownerState(cluster, object, reference))
  if (!states.includes('solid')) {
    const foreground = states.includes('waiting') && dependents.length > 0
    return remove(cluster, place, object, foreground)
  }
  if (states.every((state) => state === 'solid')) return
  const lost = new Set(references.filter((_, index) => states[index] !== 'solid').map(({ uid }) => uid))
  await dropOwners(cluster, place, ({ uid }) => lost.has(uid))
}

async function remove(
  cluster: ClusterView,
  place: ObjectPlace,
  object: KubeObject,
  foreground: boolean,
): Promise<void> {
  const { uid, resourceVersion, finalizers = [] } = object.metadata
  const policy = finalizers.includes(ORPHAN)
    ? 'Orphan'
    : foreground || finalizers.includes(FOREGROUND)
      ? 'Foreground'
      : 'Background'
  // The version guards against owners that were added since: such a write makes the delete fail, and it is judged anew.
  const options: DeleteOptions = { propagationPolicy: policy, preconditions: { uid, resourceVersion } }
  try {
    await cluster.objects.delete(place, place.namespace, place.name, options)
  } catch (error) {
    if (!hasReason(error, 'NotFound')) throw error
  }
}

async function dropOwners(
  cluster: ClusterView,
  place: ObjectPlace,
  drop: (reference: OwnerReference) => boolean,
): Promise<void> {
  await cluster.objects.modify(place, place.namespace, place.name, (object) => {
    const before = object.metadata.ownerReferences ?? []
    const after = before.filter((reference) => !drop(reference))
    if (after.length === before.length) return undefined
    const { ownerReferences: _, ...metadata } = object.metadata
    return { ...object, metadata: after.length > 0 ? { ...metadata, ownerReferences: after } : metadata }
  })
}

async function dropFinalizer(cluster: ClusterView, place: ObjectPlace, finalizer: string): Promise<void> {
  await cluster.objects.modify(place, place.namespace, place.name, (object) => {
    const { finalizers = [] } = object.metadata
    if (!finalizers.includes(finalizer)) return undefined
    return { ...object, metadata: { ...object.metadata, finalizers: finalizers.filter((each) => each !== finalizer) } }
  })
}
