import type { Container, Pod } from '@skep/api'
import type { Random } from '@skep/base'
import { drawMs, type PodDelays } from '../delays.ts'
import type { Behaviour } from './behaviour.ts'

/** A container that crashes in a loop lasts this long each time. */
const CRASH_MS = 500

/** Init containers come first, one after the other; a sidecar is one that stays. */
export type ContainerRole = 'init' | 'sidecar' | 'main'

/** What decides about a container from outside. */
export interface ContainerRules {
  readonly role: ContainerRole
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never'
  /** What it ends with when it ends by itself. */
  readonly exitCode: number
  readonly neverReady: boolean
  /** How long its next run takes; Infinity when it goes on until somebody stops it. */
  runMs(): number
  /** A new id at the container runtime. */
  newId(): string
}

/** The restart policy of a pod. */
export const restartPolicyOf = ({ spec }: Pod): ContainerRules['restartPolicy'] => {
  const policy = spec?.restartPolicy
  return policy === 'OnFailure' || policy === 'Never' ? policy : 'Always'
}

/** The role of an init container. */
export const initRoleOf = ({ restartPolicy }: Container): ContainerRole =>
  restartPolicy === 'Always' ? 'sidecar' : 'init'

/** The rules for one container of a pod: what its annotations, its restart policy and chance come to. */
export function rulesOf(
  pod: Pod,
  role: ContainerRole,
  behaviour: Behaviour,
  { delays, random }: { delays: PodDelays; random: Random },
): ContainerRules {
  const restartPolicy = restartPolicyOf(pod)
  const { crashLoop, exitCode, neverReady } = behaviour
  const endsByItself = restartPolicy !== 'Always' || exitCode !== undefined
  const mainRunMs = () => behaviour.runMs ?? (endsByItself ? drawMs(delays.runMs, random) : Number.POSITIVE_INFINITY)
  const runMs = { init: () => drawMs(delays.initMs, random), sidecar: () => Number.POSITIVE_INFINITY, main: mainRunMs }
  return {
    role,
    restartPolicy,
    exitCode: role === 'main' ? (exitCode ?? (crashLoop ? 1 : 0)) : 0,
    neverReady: neverReady && role === 'main',
    runMs: role === 'main' && crashLoop ? () => CRASH_MS : runMs[role],
    newId: () => `containerd://${hex(random, 8)}`,
  }
}

const hex = (random: Random, words: number): string =>
  Array.from({ length: words }, () => random.uint32().toString(16).padStart(8, '0')).join('')
