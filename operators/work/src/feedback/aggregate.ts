import type { ManifestCondition } from '@skep/api'
import type { ConditionUpdate } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { isMadeByRule } from './condition-rules.ts'

/** How many objects say what of one condition. */
interface Tally {
  readonly True: number
  readonly False: number
  readonly Unknown: number
  /** The last of their messages. */
  readonly message: string
}

const NONE: Tally = { True: 0, False: 0, Unknown: 0, message: '' }

/** The conditions of a work that sum up those of its objects: whether they are available, and what rules made of them. */
export function aggregateConditions(manifests: readonly ManifestCondition[]): ConditionUpdate[] {
  const tallies = new Map<string, Tally>([['Available', NONE]])
  for (const condition of manifests.flatMap(({ conditions }) => conditions)) {
    if (condition.type !== 'Available' && !isMadeByRule(condition)) continue
    tallies.set(condition.type, count(tallies.get(condition.type) ?? NONE, condition))
  }
  return [...tallies]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, tally]) => (type === 'Available' ? available(tally, manifests.length) : fromRules(type, tally)))
}

const count = (tally: Tally, { status, message }: Condition): Tally => ({
  ...tally,
  [status]: tally[status] + 1,
  message: message || tally.message,
})

function available(tally: Tally, total: number): ConditionUpdate {
  const say = (status: Condition['status'], reason: string, message: string) => ({
    type: 'Available',
    status,
    reason,
    message,
  })
  if (tally.False > 0) {
    return say('False', 'ResourcesNotAvailable', `${tally.False} of ${total} resources are not available`)
  }
  if (tally.Unknown > 0) {
    return say('Unknown', 'ResourcesStatusUnknown', `${tally.Unknown} of ${total} resources have unknown status`)
  }
  if (tally.True === 0) return say('Unknown', 'ResourcesStatusUnknown', 'cannot get any available resource')
  return say('True', 'ResourcesAvailable', 'All resources are available')
}

function fromRules(type: string, tally: Tally): ConditionUpdate {
  const total = tally.True + tally.False + tally.Unknown
  const message = total === 1 && tally.message !== '' ? tally.message : `Aggregated from ${total} manifest conditions`
  return { type, status: ruleStatus(type, tally), reason: 'ConditionRulesAggregated', message }
}

/** All objects must fulfil a condition, except that a work makes progress as soon as one of them does. */
function ruleStatus(type: string, tally: Tally): Condition['status'] {
  const decisive = type === 'Progressing' ? 'True' : 'False'
  if (tally[decisive] > 0) return decisive
  if (tally.Unknown > 0) return 'Unknown'
  return decisive === 'True' ? 'False' : 'True'
}
