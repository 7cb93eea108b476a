import type { ConditionTemplate, RecordedStep } from '@skep/sim'
import type { ReadCondition, Reading } from './reading.ts'

/** What became of an object since a reading before. */
export interface Changes {
  state: string
  readonly conditions: Map<string, ConditionTemplate>
  readonly removes: Set<string>
  readonly sets: Set<string>
  /** The newest time that a change itself tells, in milliseconds of the clock of who wrote it. */
  time: number | undefined
}

/** What there is of an object of which nothing is known. */
export const NOTHING_READ: Reading = {
  state: '',
  conditions: new Map(),
  sets: [],
  isReady: false,
  failure: undefined,
  noted: undefined,
}

export const noChanges = (state: string): Changes => ({
  state,
  conditions: new Map(),
  removes: new Set(),
  sets: new Set(),
  time: undefined,
})

/** Adds what became of an object between two readings to what did before. */
export function addChanges(changes: Changes, before: Reading, after: Reading): void {
  changes.state = after.state || changes.state
  for (const condition of after.conditions.values()) {
    if (!isSame(before.conditions.get(condition.type), condition)) addCondition(changes, condition)
  }
  for (const type of before.conditions.keys()) {
    if (after.conditions.has(type)) continue
    changes.conditions.delete(type)
    changes.removes.add(type)
  }
  for (const field of after.sets) if (!before.sets.includes(field)) changes.sets.add(field)
}

export function addCondition(changes: Changes, { time, ...condition }: ReadCondition): void {
  changes.conditions.set(condition.type, condition)
  changes.removes.delete(condition.type)
  if (time !== undefined) changes.time = Math.max(changes.time ?? 0, time)
}

const isSame = (before: ReadCondition | undefined, after: ReadCondition): boolean =>
  before?.status === after.status && before.reason === after.reason && before.message === after.message

/** Whether an object shows anything that it did not show in the state before. */
export const isEmpty = ({ state, conditions, removes, sets }: Changes, before: string | undefined): boolean =>
  conditions.size + removes.size + sets.size === 0 && (state === '' || state === before)

/** The changes as a step. An object that says nothing of its state is on its way. */
export const stepOf = ({ state, conditions, removes, sets }: Changes, atMs: number): RecordedStep => ({
  atSeconds: Math.round(atMs) / 1_000,
  state: state || 'Pending',
  conditions: [...conditions.values()],
  removes: [...removes],
  sets: [...sets],
})

/** Two steps at the same time as one. */
export function joinSteps(first: RecordedStep, second: RecordedStep): RecordedStep {
  const types = new Set([...second.conditions.map(({ type }) => type), ...second.removes])
  return {
    atSeconds: first.atSeconds,
    state: second.state,
    conditions: [...first.conditions.filter(({ type }) => !types.has(type)), ...second.conditions],
    removes: [...new Set([...first.removes, ...second.removes])],
    sets: [...new Set([...first.sets, ...second.sets])],
  }
}
