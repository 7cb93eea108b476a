import type { BehaviourKind, ConditionTemplate, FailureScenario, KindBehaviour, StateBehaviour } from './contracts.ts'
import { readDelay } from './delay-seconds.ts'
import { invalid, readBoolean, readList, readNumber, readObject, readString, refuseUnknown } from './fields.ts'

const OWN_FIELDS = ['defaultDelaySeconds', 'states', 'failureScenarios']
const SCENARIO_FIELDS = ['condition', 'reason', 'message', 'state', 'probability', 'count', 'labels', 'objects']

/** The behaviour of a kind with the fields changed that the value names. */
export function changeSection(behaviourKind: BehaviourKind, before: KindBehaviour, value: unknown): KindBehaviour {
  const { kind, defaults } = behaviourKind
  const fields = readObject(kind, value)
  const switches = Object.keys(defaults.settings)
  refuseUnknown(kind, fields, [...OWN_FIELDS, ...switches])
  const { defaultDelaySeconds: delay, states, failureScenarios: scenarios } = fields
  const settings = { ...before.settings }
  for (const name of switches) {
    if (fields[name] !== undefined) settings[name] = readBoolean(`${kind} ${name}`, fields[name])
  }
  const section = {
    defaultDelaySeconds:
      delay === undefined ? before.defaultDelaySeconds : readDelay(`${kind} defaultDelaySeconds`, delay),
    states: states === undefined ? before.states : readStates(kind, states),
    failureScenarios: scenarios === undefined ? before.failureScenarios : readScenarios(kind, scenarios),
    settings,
  }
  refuseUnknownStates(behaviourKind, section)
  return section
}

/** Most states that nobody ever enters are misspelt. */
function refuseUnknownStates(kind: BehaviourKind, section: KindBehaviour): void {
  const fixed = kind.hasFixedStates ? kind.defaults.states.map(({ name }) => name) : undefined
  for (const { name } of section.states) if (fixed) refuseUnknownState(kind.kind, name, fixed)
  for (const scenario of section.failureScenarios) checkFailureState(kind, section, scenario)
}

/** Throws when objects of a kind never are in the state at which a failure is to happen. */
export function checkFailureState(kind: BehaviourKind, { states }: KindBehaviour, { state }: FailureScenario): void {
  if (state === undefined) return
  refuseUnknownState(kind.kind, state, [...states.map(({ name }) => name), ...(kind.moreStates ?? [])])
}

function refuseUnknownState(kind: string, state: string, known: readonly string[]): void {
  if (known.includes(state)) return
  throw invalid(`a ${kind} has no state ${JSON.stringify(state)}; it has ${known.join(', ')}`)
}

/** A section as files and the control API have it: switches beside the rest. */
export const renderSection = ({ settings, ...rest }: KindBehaviour): Record<string, unknown> => ({
  ...rest,
  ...settings,
})

function readStates(kind: string, value: unknown): StateBehaviour[] {
  return readList(`${kind} states`, value).map((item, index) => {
    const fields = readObject(`${kind} state ${index}`, item)
    refuseUnknown(`${kind} state ${index}`, fields, ['name', 'durationSeconds', 'conditions'])
    const name = readString(`${kind} state ${index} name`, fields['name'])
    if (name === '') throw invalid(`${kind} state ${index} must have a name`)
    return {
      name,
      durationSeconds: readDelay(`${kind} state ${name} duration`, fields['durationSeconds'] ?? 0),
      conditions: readConditions(`${kind} state ${name}`, fields['conditions']),
    }
  })
}

function readConditions(what: string, value: unknown): ConditionTemplate[] {
  return readList(`${what} conditions`, value).map((item, index) => {
    const fields = readObject(`${what} condition ${index}`, item)
    refuseUnknown(`${what} condition ${index}`, fields, ['type', 'status', 'reason', 'message'])
    const text = (name: string) => readString(`${what} condition ${index} ${name}`, fields[name])
    if (text('type') === '') throw invalid(`${what} condition ${index} must have a type`)
    return {
      type: text('type'),
      status: readStatus(fields['status']),
      reason: text('reason'),
      message: text('message'),
    }
  })
}

/** A status of a condition. YAML makes a boolean of True that nobody quoted. */
export function readStatus(value: unknown): ConditionTemplate['status'] {
  if (value === true || value === 'True') return 'True'
  return value === false || value === 'False' ? 'False' : 'Unknown'
}

function readScenarios(kind: string, value: unknown): FailureScenario[] {
  return readList(`${kind} failureScenarios`, value).map((item, index) =>
    readScenario(`${kind} failure scenario ${index}`, item),
  )
}

/** A failure scenario as a file or a request gives it. */
export function readScenario(what: string, value: unknown): FailureScenario {
  const fields = readObject(what, value)
  refuseUnknown(what, fields, SCENARIO_FIELDS)
  const text = (name: string) => readString(`${what} ${name}`, fields[name])
  if (text('condition') === '') throw invalid(`${what} must have a condition`)
  return {
    condition: text('condition'),
    reason: text('reason'),
    message: text('message'),
    ...(text('state') === '' ? {} : { state: text('state') }),
    ...readChoice(what, fields),
  }
}

type Choice = Pick<FailureScenario, 'probability' | 'count' | 'labels' | 'objects'>

function readChoice(what: string, { probability, count, labels, objects }: Record<string, unknown>): Choice {
  return {
    ...(probability === undefined ? {} : { probability: readProbability(what, probability) }),
    ...(count === undefined ? {} : { count: readCount(what, count) }),
    ...(labels === undefined ? {} : { labels: readLabels(what, labels) }),
    ...(objects === undefined
      ? {}
      : { objects: readList(`${what} objects`, objects).map((object) => readString(`${what} object`, object)) }),
  }
}

function readProbability(what: string, value: unknown): number {
  const probability = readNumber(`${what} probability`, value)
  if (probability >= 0 && probability <= 1) return probability
  throw invalid(`${what} probability must be 0.0-1.0`)
}

function readCount(what: string, value: unknown): number {
  const count = readNumber(`${what} count`, value)
  if (Number.isInteger(count) && count >= 0) return count
  throw invalid(`${what} count must be a whole number >= 0`)
}

const readLabels = (what: string, value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readObject(`${what} labels`, value)).map(([name, label]) => [
      name,
      readString(`${what} label ${name}`, label),
    ]),
  )
