import type { ConditionTemplate } from '../behaviour/contracts.ts'
import { invalid, readAmount, readList, readObject, readString, refuseUnknown } from '../behaviour/fields.ts'
import { readStatus } from '../behaviour/section.ts'
import {
  RECORDING_KIND,
  RECORDING_VERSION,
  type RecordedFailure,
  type RecordedObject,
  type RecordedOutcome,
  type RecordedStep,
  type Recording,
} from './contracts.ts'

const OUTCOMES: readonly RecordedOutcome[] = ['ready', 'failed', 'unfinished']
const OBJECT_FIELDS = ['kind', 'namespace', 'name', 'platform', 'region', 'outcome', 'steps', 'failure']
const STEP_FIELDS = ['atSeconds', 'state', 'conditions', 'removes', 'sets']
const FAILURE_FIELDS = ['atSeconds', 'condition', 'reason', 'message']
const CONDITION_FIELDS = ['type', 'status', 'reason', 'message']

/** The recording that a value describes, of objects of these kinds. Throws an Invalid `StatusError` that names entry and field. */
export function readRecording(value: unknown, kinds: readonly string[]): Recording {
  const fields = readObject('the recording', value)
  if (fields['apiVersion'] !== RECORDING_VERSION || fields['kind'] !== RECORDING_KIND) {
    throw invalid(`this is no recording: it must have apiVersion ${RECORDING_VERSION} and kind ${RECORDING_KIND}`)
  }
  refuseUnknown('the recording', fields, ['apiVersion', 'kind', 'recordedAt', 'objects'])
  const recordedAt = readString('recordedAt', fields['recordedAt'])
  const objects = readList('objects', fields['objects']).map((item, index) => readEntry(index, item, kinds))
  if (objects.length === 0) throw invalid('the recording has no objects')
  return { ...(recordedAt === '' ? {} : { recordedAt }), objects }
}

function readEntry(index: number, value: unknown, kinds: readonly string[]): RecordedObject {
  const at = `objects[${index}]`
  const fields = readObject(at, value)
  const kind = readString(`${at}.kind`, fields['kind'])
  if (!kinds.includes(kind)) throw invalid(`${at}.kind must be one of ${kinds.join(', ')}`)
  const name = required(`${at}.name`, fields['name'])
  const namespace = readString(`${at}.namespace`, fields['namespace'])
  const what = `${at} (${kind} ${namespace}/${name})`
  refuseUnknown(what, fields, OBJECT_FIELDS)
  const steps = readSteps(what, fields['steps'])
  const outcome = readOutcome(what, fields['outcome'])
  if (outcome === 'ready' && steps.length === 0) throw invalid(`${what} steps must not be empty: it became ready`)
  const failure = readFailure(what, outcome, fields['failure'], steps.at(-1)?.atSeconds ?? 0)
  return {
    kind,
    namespace,
    name,
    ...optional('platform', readString(`${what} platform`, fields['platform'])),
    ...optional('region', readString(`${what} region`, fields['region'])),
    outcome,
    steps,
    ...(failure ? { failure } : {}),
  }
}

const optional = <Name extends string>(name: Name, value: string) =>
  (value === '' ? {} : { [name]: value }) as { readonly [name in Name]?: string }

function required(what: string, value: unknown): string {
  const text = readString(what, value)
  if (text === '') throw invalid(`${what} is missing`)
  return text
}

function readOutcome(what: string, value: unknown): RecordedOutcome {
  const outcome = OUTCOMES.find((known) => known === value)
  if (outcome === undefined) throw invalid(`${what} outcome must be one of ${OUTCOMES.join(', ')}`)
  return outcome
}

/** Time passes from step to step. */
function readSteps(what: string, value: unknown): RecordedStep[] {
  let before = 0
  return readList(`${what} steps`, value).map((item, index) => {
    const step = readStep(`${what} steps[${index}]`, item, before)
    before = step.atSeconds
    return step
  })
}

function readStep(what: string, value: unknown, before: number): RecordedStep {
  const fields = readObject(what, value)
  refuseUnknown(what, fields, STEP_FIELDS)
  const conditions = readList(`${what}.conditions`, fields['conditions'])
  return {
    atSeconds: readTime(`${what}.atSeconds`, fields['atSeconds'], before),
    state: required(`${what}.state`, fields['state']),
    conditions: conditions.map((item, index) => readCondition(`${what}.conditions[${index}]`, item)),
    removes: readTexts(`${what}.removes`, fields['removes']),
    sets: readTexts(`${what}.sets`, fields['sets']),
  }
}

function readTime(what: string, value: unknown, before: number): number {
  const seconds = readAmount(what, value)
  if (seconds < before) throw invalid(`${what} must be >= ${before}, when the step before it was`)
  return seconds
}

const readTexts = (what: string, value: unknown): string[] =>
  readList(what, value).map((item, index) => required(`${what}[${index}]`, item))

function readCondition(what: string, value: unknown): ConditionTemplate {
  const fields = readObject(what, value)
  refuseUnknown(what, fields, CONDITION_FIELDS)
  return {
    type: required(`${what}.type`, fields['type']),
    status: readStatus(fields['status']),
    reason: readString(`${what}.reason`, fields['reason']),
    message: readString(`${what}.message`, fields['message']),
  }
}

function readFailure(
  what: string,
  outcome: RecordedOutcome,
  value: unknown,
  before: number,
): RecordedFailure | undefined {
  if ((outcome === 'failed') !== (value !== undefined)) {
    throw invalid(outcome === 'failed' ? `${what} failure is missing` : `${what} has a failure, but is ${outcome}`)
  }
  if (value === undefined) return undefined
  const fields = readObject(`${what} failure`, value)
  refuseUnknown(`${what} failure`, fields, FAILURE_FIELDS)
  return {
    atSeconds: readTime(`${what} failure.atSeconds`, fields['atSeconds'], before),
    condition: required(`${what} failure.condition`, fields['condition']),
    reason: readString(`${what} failure.reason`, fields['reason']),
    message: readString(`${what} failure.message`, fields['message']),
  }
}
