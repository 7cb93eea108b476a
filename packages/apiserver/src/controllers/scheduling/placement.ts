import type { Pod } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import type { ClusterState } from './cluster-state.ts'
import { type Candidate, explain, objectionsTo } from './filters.ts'
import { neighbourhoodOf } from './pod-affinity.ts'
import { podRequests } from './requests.ts'
import { scoreOf } from './scores.ts'
import { type PodVolumes, volumesOf } from './volumes.ts'

/** Where a pod goes, or why nowhere. */
export type Placement =
  | { readonly nodeName: string; readonly volumes: PodVolumes }
  | { readonly nodeName: undefined; readonly reason: string }

const NAMESPACES = { group: '', resource: 'namespaces' }

/** Finds the best node for a pod. */
export function place(cluster: ClusterView, state: ClusterState, pod: Pod): Placement {
  const rooms = state.rooms()
  const volumes = volumesOf(cluster, pod)
  if (rooms.length > 0 && volumes.problem !== undefined) {
    return { nodeName: undefined, reason: `0/${rooms.length} nodes are available: ${volumes.problem}.` }
  }
  const labelsOf = (namespace: string) => cluster.objects.get(NAMESPACES, '', namespace)?.metadata.labels
  const candidate: Candidate = {
    pod,
    requests: podRequests(pod),
    neighbourhood: neighbourhoodOf(pod, rooms, state.jealous(), labelsOf),
    volumeConflict: ({ node }) => node && volumes.conflictWith(node),
  }
  const objections = rooms.map((room) => objectionsTo(candidate, room))
  const best = rooms
    .filter((_, index) => objections[index]!.length === 0)
    .map((room) => ({ room, score: scoreOf(candidate, room) }))
    .reduce((a, b) => (b.score > a.score ? b : a), { room: undefined, score: Number.NEGATIVE_INFINITY } as Best)
  if (!best.room) return { nodeName: undefined, reason: explain(rooms.length, objections) }
  return { nodeName: best.room.name, volumes }
}

interface Best {
  readonly room: { readonly name: string } | undefined
  readonly score: number
}
