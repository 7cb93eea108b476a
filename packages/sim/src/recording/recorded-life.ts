import type { Failure, TimedState } from '../behaviour/contracts.ts'
import type { RecordedObject, RecordedStep } from './contracts.ts'

/** The state of an object that waits for what was recorded first. */
export const CREATED_STATE = 'Created'

/** Names of what comes after all that was recorded; no object is ever in them. */
const FAILURE = 'the recorded failure'
const UNKNOWN = 'what was not recorded'

/** A recorded object as the timeline of another one. */
export interface RecordedLife {
  readonly states: readonly TimedState[]
  /** How the object fails when it is about to enter a state. */
  failureAt(state: string): Failure | undefined
}

/** Makes states of steps, each as long as it was until the next; one that nothing followed lasts for ever. */
export function lifeOf({ outcome, steps, failure }: RecordedObject): RecordedLife {
  const names = uniqueNames(steps)
  const endMs = failure ? toMs(failure.atSeconds) : outcome === 'ready' ? toMs(steps.at(-1)!.atSeconds) : Infinity
  const timesMs = [0, ...steps.map(({ atSeconds }) => toMs(atSeconds)), endMs]
  const recorded = steps.map(
    (step, index): TimedState => ({
      name: names[index]!,
      conditions: step.conditions,
      durationMs: timesMs[index + 2]! - timesMs[index + 1]!,
      recorded: step,
    }),
  )
  return {
    states: [
      ...waitingFor(timesMs[1]!),
      ...recorded,
      ...(outcome === 'ready' ? [] : [end(failure ? FAILURE : UNKNOWN)]),
    ],
    failureAt: (state) => (state === FAILURE ? failure : undefined),
  }
}

const NOTHING: RecordedStep = { atSeconds: 0, state: '', conditions: [], removes: [], sets: [] }

const waitingFor = (durationMs: number): TimedState[] =>
  durationMs === 0 ? [] : [{ name: CREATED_STATE, conditions: [], durationMs, recorded: NOTHING }]

const end = (name: string): TimedState => ({ name, conditions: [], durationMs: 0, recorded: NOTHING })

const toMs = (seconds: number): number => Math.round(seconds * 1_000)

/** Objects know by its name which state they are in. */
function uniqueNames(steps: readonly RecordedStep[]): string[] {
  const counts = new Map<string, number>()
  return steps.map(({ state }) => {
    const count = (counts.get(state) ?? 0) + 1
    counts.set(state, count)
    return count === 1 ? state : `${state} ${count}`
  })
}
