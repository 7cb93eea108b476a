import type { Failure, TimedState } from '@skep/sim'

/** The state that an object is in, and since when, in milliseconds. */
export interface StateRecord {
  readonly state: string
  readonly since: number
}

/** How far an object gets now. */
export interface Progress {
  /** The states it enters now, in order; more than one where states take no time. */
  readonly entered: readonly TimedState[]
  /** What keeps it from entering the next one. */
  readonly failure?: Failure
  /** How long until it enters the next one. */
  readonly dueInMs?: number
  /** Whether it is in the last one, or enters it now. */
  readonly isComplete: boolean
}

/**
 * How far an object gets now: it enters the first state at once, and the next when it has been in one for as long as
 * that lasts. An object in a state that is no longer among them begins again.
 */
export function progressOf(
  states: readonly TimedState[],
  record: StateRecord | undefined,
  now: number,
  failureOf: (state: string) => Failure | undefined,
): Progress {
  const at = states.findIndex(({ name }) => name === record?.state)
  const left = (at === -1 || !record ? now : record.since + states[at]!.durationMs) - now
  if (left > 0 && at < states.length - 1) return { entered: [], dueInMs: left, isComplete: false }
  return enterFrom(states, at + 1, failureOf)
}

function enterFrom(
  states: readonly TimedState[],
  first: number,
  failureOf: (state: string) => Failure | undefined,
): Progress {
  const entered: TimedState[] = []
  for (const state of states.slice(first)) {
    const failure = failureOf(state.name)
    if (failure) return { entered, failure, isComplete: false }
    entered.push(state)
    const isLast = state === states.at(-1)
    if (!isLast && state.durationMs > 0) return { entered, dueInMs: state.durationMs, isComplete: false }
  }
  return { entered, isComplete: true }
}
