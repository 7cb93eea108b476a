import { formatTime } from '@skep/base'

/** A condition as Hive, and the account operators, write it. */
export interface HiveCondition {
  type: string
  status: string
  lastProbeTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

/** What a controller states; the times are worked out. */
export interface HiveConditionUpdate {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** When a statement that is there already is written again: with its status only, or also with another reason or text. */
export type RewriteRule = 'if-status-changed' | 'if-changed'

/** The condition of a type, if there is one. */
export const findHiveCondition = <C extends HiveCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined => conditions?.find((condition) => condition.type === type)

/** Whether a condition is there with this status. */
export const hasHiveStatus = (
  conditions: readonly HiveCondition[] | undefined,
  type: string,
  status: 'True' | 'False' | 'Unknown',
): boolean => findHiveCondition(conditions, type)?.status === status

/**
 * States a condition, in place. The time of transition moves with the status only, that of the probe with every write.
 * Returns whether anything changed.
 */
export function setHiveCondition(
  conditions: HiveCondition[],
  update: HiveConditionUpdate,
  now: number,
  rule: RewriteRule = 'if-changed',
): boolean {
  const former = findHiveCondition(conditions, update.type)
  const time = formatTime(now)
  if (!former) {
    conditions.push({ ...update, lastProbeTime: time, lastTransitionTime: time })
    return true
  }
  const moved = former.status !== update.status
  const reworded = former.reason !== update.reason || former.message !== update.message
  if (!moved && !(reworded && rule === 'if-changed')) return false
  Object.assign(former, update, { lastProbeTime: time }, moved ? { lastTransitionTime: time } : {})
  return true
}

/** Adds those of the types that are missing as Unknown. Returns whether any was. */
export function initializeHiveConditions(conditions: HiveCondition[], types: readonly string[], now: number): boolean {
  const missing = types.filter((type) => !findHiveCondition(conditions, type))
  for (const type of missing) setHiveCondition(conditions, initialized(type), now)
  return missing.length > 0
}

/** A condition about which nothing is known yet. */
export const initialized = (type: string): HiveConditionUpdate => ({
  type,
  status: 'Unknown',
  reason: 'Initialized',
  message: 'Condition Initialized',
})

/** Of which types True is good news; of all others it is bad news. */
const POSITIVE = new Set([
  'ActiveAPIURLOverride',
  'Hibernating',
  'Ready',
  'AWSPrivateLinkReady',
  'PrivateLinkReady',
  'ClusterInstallCompleted',
  'ClusterInstallRequirementsMet',
  'RequirementsMet',
  'Provisioned',
])

/** The conditions in the order in which people read them: what is known and not as desired comes first. */
export const sortHiveConditions = <C extends HiveCondition>(conditions: readonly C[]): C[] =>
  [...conditions].sort((a, b) => rank(a) - rank(b) || compareText(a.type, b.type))

function rank({ type, status }: HiveCondition): number {
  if (status === 'Unknown') return 2
  return (status === 'True') === POSITIVE.has(type) ? 1 : 0
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
