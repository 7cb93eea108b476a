import type { Failure, TimedState } from '@skep/sim'

/** The state that an object is in, and since when, in milliseconds. */
export interface StateRecord {
  readonly state: string
  readonly since: number
}

/** A state that an object enters, and the time from which it lasts. */
export interface EnteredState {
  readonly state: TimedState
  readonly since: number
}

/** How far an object gets now. */
export interface Progress {
  /** The states it enters now, in order; more than one where states take no time. */
  readonly entered: readonly EnteredState[]
  /** What keeps it from entering the next one. */
  readonly failure?: Failure
  /** How long until it enters the next one; undefined when it never does. */
  readonly dueInMs?: number
  /** Whether it is in the last one, or enters it now. */
  readonly isComplete: boolean
}

type FailureOf = (state: string) => Failure | undefined

/**
 * How far an object gets now: it enters the first state at once, and the next when it has been in one for as long as
 * that lasts. An object in a state that is no longer among them begins again. Whoever is late makes up for it where
 * states are recorded, so that they are as far from `beganAt` as they were; otherwise every state lasts as long as it is
 * to.
 */
export function progressOf(
  states: readonly TimedState[],
  record: StateRecord | undefined,
  now: number,
  failureOf: FailureOf,
  beganAt = now,
): Progress {
  const at = states.findIndex(({ name }) => name === record?.state)
  const dueAt = at === -1 || !record ? beganAt : record.since + states[at]!.durationMs
  if (dueAt > now && at < states.length - 1) return { entered: [], ...dueIn(dueAt - now), isComplete: false }
  const isRecorded = states[0]?.recorded !== undefined
  return enterFrom(states.slice(at + 1), isRecorded ? dueAt : now, now, failureOf)
}

function enterFrom(states: readonly TimedState[], dueAt: number, now: number, failureOf: FailureOf): Progress {
  const entered: EnteredState[] = []
  let since = dueAt
  for (const state of states) {
    const failure = failureOf(state.name)
    if (failure) return { entered, failure, isComplete: false }
    entered.push({ state, since })
    const isLast = state === states.at(-1)
    since += state.durationMs
    if (!isLast && since > now) return { entered, ...dueIn(since - now), isComplete: false }
  }
  return { entered, isComplete: true }
}

/** A state that lasts for ever is one in which there is nothing to wait for. */
const dueIn = (ms: number): Pick<Progress, 'dueInMs'> => (Number.isFinite(ms) ? { dueInMs: ms } : {})
