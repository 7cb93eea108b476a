import type { KubeObject } from '@skep/schema'
import type { StateRecord } from './progress.ts'

const CREATED = 'sim.skep.dev/created'
const REPLAYS = 'sim.skep.dev/replays'
const STATE = 'sim.skep.dev/state'
const SINCE = 'sim.skep.dev/state-since'
const FAILURE = 'sim.skep.dev/failure'

/** The state that an object was last brought to; undefined before the first. */
export function readState({ metadata }: KubeObject): StateRecord | undefined {
  const state = metadata.annotations?.[STATE]
  const since = Date.parse(metadata.annotations?.[SINCE] ?? '')
  return state === undefined || Number.isNaN(since) ? undefined : { state, since }
}

/** What people call the state that an object is in: one that replays counts those of the same name. */
export function readStateName(object: KubeObject): string | undefined {
  const state = readState(object)?.state
  return readReplay(object) === undefined ? state : state?.replace(/ \d+$/, '')
}

/** Notes the state that an object is brought to, in place. */
export function writeState(object: KubeObject, state: string, now: number): void {
  const record = { [STATE]: state, [SINCE]: new Date(now).toISOString() }
  object.metadata.annotations = { ...object.metadata.annotations, ...record }
}

/** When an object was made, in simulated time, which need not be that of the server; undefined before its first state. */
export function readCreated({ metadata }: KubeObject): number | undefined {
  const created = Date.parse(metadata.annotations?.[CREATED] ?? '')
  return Number.isNaN(created) ? undefined : created
}

/** What an object replays, if it has begun with that. */
export const readReplay = ({ metadata }: KubeObject): string | undefined => metadata.annotations?.[REPLAYS]

/** Notes what stays the same for all states of an object, in place: when it was made, and what it replays. */
export function writeBeginning(object: KubeObject, created: number, replays: string | undefined): void {
  const { [REPLAYS]: _former, ...annotations } = object.metadata.annotations ?? {}
  const beginning = {
    [CREATED]: new Date(created).toISOString(),
    ...(replays === undefined ? {} : { [REPLAYS]: replays }),
  }
  object.metadata.annotations = { ...annotations, ...beginning }
}

/** The type of the condition by which the object says that it failed; undefined when it did not. */
export const readFailure = ({ metadata }: KubeObject): string | undefined => metadata.annotations?.[FAILURE]

/** Notes that an object failed, or that it no longer does, in place. */
export function writeFailure(object: KubeObject, condition: string | undefined): void {
  const { [FAILURE]: _former, ...annotations } = object.metadata.annotations ?? {}
  object.metadata.annotations = condition === undefined ? annotations : { ...annotations, [FAILURE]: condition }
}
