import type { KubeObject } from '@skep/schema'
import type { StateRecord } from './progress.ts'

const STATE = 'sim.skep.dev/state'
const SINCE = 'sim.skep.dev/state-since'
const FAILURE = 'sim.skep.dev/failure'

/** The state that an object was last brought to; undefined before the first. */
export function readState({ metadata }: KubeObject): StateRecord | undefined {
  const state = metadata.annotations?.[STATE]
  const since = Date.parse(metadata.annotations?.[SINCE] ?? '')
  return state === undefined || Number.isNaN(since) ? undefined : { state, since }
}

/** Notes the state that an object is brought to, in place. */
export function writeState(object: KubeObject, state: string, now: number): void {
  const record = { [STATE]: state, [SINCE]: new Date(now).toISOString() }
  object.metadata.annotations = { ...object.metadata.annotations, ...record }
}

/** The type of the condition by which the object says that it failed; undefined when it did not. */
export const readFailure = ({ metadata }: KubeObject): string | undefined => metadata.annotations?.[FAILURE]

/** Notes that an object failed, or that it no longer does, in place. */
export function writeFailure(object: KubeObject, condition: string | undefined): void {
  const { [FAILURE]: _former, ...annotations } = object.metadata.annotations ?? {}
  object.metadata.annotations = condition === undefined ? annotations : { ...annotations, [FAILURE]: condition }
}
