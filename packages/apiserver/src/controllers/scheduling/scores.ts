import type { Candidate } from './filters.ts'
import { matchesTerm } from './node-affinity.ts'
import type { NodeRoom } from './node-room.ts'
import { tolerates } from './tolerations.ts'

/** What a container that asks for nothing is taken to need, so that such pods spread, too. */
const ASSUMED = { cpu: 100_000_000n, memory: 200n * 1024n * 1024n * 1_000_000_000n } as const

/** How good a node is for a pod by one measure, from 0 to 1. */
type Score = (candidate: Candidate, room: NodeRoom) => number

const isUncontested: Score = ({ pod }, { node }) => {
  const soft = (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'PreferNoSchedule')
  const disliked = soft.filter((taint) => !pod.spec?.tolerations?.some((toleration) => tolerates(toleration, taint)))
  return 1 / (1 + disliked.length)
}

const isPreferred: Score = ({ pod }, { node }) => {
  const terms = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || !node) return 0
  const met = terms.filter(({ preference }) => matchesTerm(preference, node))
  return met.reduce((sum, { weight }) => sum + weight, 0) / total
}

const hasFewSiblings: Score = ({ pod }, room) => 1 / (1 + room.siblingsOf(pod))

const hasRoom: Score = ({ requests }, room) => {
  const shares = (['cpu', 'memory'] as const).map((name) => room.freeShare(name, requests.get(name) ?? ASSUMED[name]))
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

const hasFewPods: Score = (_, room) => 1 / (1 + room.podCount)

const SCORES: readonly (readonly [weight: number, score: Score])[] = [
  [3, isUncontested],
  [2, isPreferred],
  [2, hasFewSiblings],
  [1, hasRoom],
  [0.1, hasFewPods],
]

/** How good a node is for a pod, all things considered. */
export const scoreOf = (candidate: Candidate, room: NodeRoom): number =>
  SCORES.reduce((total, [weight, score]) => total + weight * score(candidate, room), 0)
