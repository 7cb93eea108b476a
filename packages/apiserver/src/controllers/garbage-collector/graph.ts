import type { GroupResource } from '../../contracts.ts'
import type { ObjectEvent } from '../object-event.ts'

/** An object's place: enough to read it. */
export interface ObjectPlace extends GroupResource {
  namespace: string
  name: string
}

/** Who depends on whom in one logical cluster. Only objects with owners take room here. */
class ClusterGraph {
  /** By the owner's uid: the dependents, by their own uid. */
  readonly dependents = new Map<string, Map<string, ObjectPlace>>()
  /** Owners that wait for their dependents to go (foreground deletion), by uid. */
  readonly waiting = new Map<string, ObjectPlace>()
  /** Owners that were seen to go and still have dependents. */
  readonly departed = new Set<string>()
}

/** The dependency graph of all clusters, kept by looking at every change once. */
export class DependencyGraph {
  readonly #clusters = new Map<string, ClusterGraph>()

  /** Takes a change in and returns the places that may need work because of it. */
  observe(event: ObjectEvent): ObjectPlace[] {
    const { facts, previousFacts, type } = event
    const touched = facts.ownerUids.length > 0 || (previousFacts?.ownerUids.length ?? 0) > 0 || facts.deleting
    if (!touched && type === 'put') return []
    const graph = this.#graph(event.clusterId)
    const place = { group: event.group, resource: event.resource, namespace: event.namespace, name: event.name }
    for (const owner of previousFacts?.ownerUids ?? []) {
      // Whoever stays an owner is not let go of even for a moment: with the last dependent goes what is known of it.
      if (type === 'delete' || !facts.ownerUids.includes(owner)) unlink(graph, owner, facts.uid)
    }
    if (type === 'put') return this.#observePut(graph, place, event)
    return observeDelete(graph, event)
  }

  dependentsOf(clusterId: string, uid: string): ObjectPlace[] {
    return [...(this.#clusters.get(clusterId)?.dependents.get(uid)?.values() ?? [])]
  }

  /** Whether the owner was seen to go; otherwise it may never have been, or may yet come. */
  hasDeparted(clusterId: string, uid: string): boolean {
    return this.#clusters.get(clusterId)?.departed.has(uid) ?? false
  }

  forget(clusterId: string): void {
    this.#clusters.delete(clusterId)
  }

  #observePut(graph: ClusterGraph, place: ObjectPlace, event: ObjectEvent): ObjectPlace[] {
    const { facts, previousFacts } = event
    for (const owner of facts.ownerUids) link(graph, owner, facts.uid, place)
    const released = waitingOwners(graph, previousFacts?.ownerUids ?? [])
    const ownersChanged = facts.ownerUids.join() !== (previousFacts?.ownerUids ?? []).join()
    if (!facts.deleting) return ownersChanged ? [place, ...released] : []
    if (event.object.metadata.finalizers?.includes('foregroundDeletion')) graph.waiting.set(facts.uid, place)
    return [place, ...released]
  }

  #graph(clusterId: string): ClusterGraph {
    const known = this.#clusters.get(clusterId)
    if (known) return known
    const graph = new ClusterGraph()
    this.#clusters.set(clusterId, graph)
    return graph
  }
}

function observeDelete(graph: ClusterGraph, { facts }: ObjectEvent): ObjectPlace[] {
  graph.waiting.delete(facts.uid)
  for (const owner of facts.ownerUids) unlink(graph, owner, facts.uid)
  const dependents = graph.dependents.get(facts.uid)
  if (dependents) graph.departed.add(facts.uid)
  return [...(dependents?.values() ?? []), ...waitingOwners(graph, facts.ownerUids)]
}

const waitingOwners = (graph: ClusterGraph, uids: readonly string[]): ObjectPlace[] =>
  uids.flatMap((uid) => graph.waiting.get(uid) ?? [])

function link(graph: ClusterGraph, owner: string, uid: string, place: ObjectPlace): void {
  const known = graph.dependents.get(owner)
  if (known) known.set(uid, place)
  else graph.dependents.set(owner, new Map([[uid, place]]))
}

function unlink(graph: ClusterGraph, owner: string, uid: string): void {
  const known = graph.dependents.get(owner)
  known?.delete(uid)
  if (known?.size !== 0) return
  graph.dependents.delete(owner)
  graph.departed.delete(owner)
}
