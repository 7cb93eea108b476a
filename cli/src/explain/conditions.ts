import type { KubeObject } from '@skep/schema'
import { type Actor, failing, type Verdict, waiting } from './model.ts'

/** A condition as any kind may have it. */
export interface StatedCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastTransitionTime?: string
  readonly observedGeneration?: number
}

/** Anything with a status. */
type WithStatus = KubeObject & { readonly status?: unknown }

/** The conditions of an object of any kind; none when it has no such thing. */
export function conditionsOf(object: WithStatus): readonly StatedCondition[] {
  const { conditions } = (object.status ?? {}) as { conditions?: unknown }
  return Array.isArray(conditions) ? (conditions as StatedCondition[]) : []
}

/** The conditions of the next version of an API, which some kinds have beside those of the present one. */
export function nextConditionsOf(object: WithStatus): readonly StatedCondition[] {
  const { v1beta2 } = (object.status ?? {}) as { v1beta2?: { conditions?: StatedCondition[] } }
  return v1beta2?.conditions ?? []
}

/** One condition of an object. */
export const conditionOf = (object: WithStatus, type: string): StatedCondition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type)

/** What a condition has to say, who acts while it does not, and where its reasons make a difference. */
export interface ConditionRule {
  readonly type: string
  readonly want: 'True' | 'False'
  readonly nextActor: Actor
  /** Whether it is no failure but a step on the way. */
  readonly onTheWay?: boolean
  /** Whether it must be there and known. Otherwise only a plain contradiction counts. */
  readonly required?: boolean
  /** Who acts, by reason. */
  readonly byReason?: Readonly<Record<string, Actor>>
}

/** What the first condition says that is not as it should be; undefined when all are. */
export function firstUnmet(object: WithStatus, rules: readonly ConditionRule[]): Verdict | undefined {
  for (const rule of rules) {
    const condition = conditionOf(object, rule.type)
    if (isMet(rule, condition)) continue
    return verdictOf(rule, condition, object)
  }
  return undefined
}

function isMet({ want, required = false }: ConditionRule, condition: StatedCondition | undefined): boolean {
  if (condition?.status === want) return true
  return !required && (condition === undefined || condition.status === 'Unknown')
}

function verdictOf(rule: ConditionRule, condition: StatedCondition | undefined, { metadata }: WithStatus): Verdict {
  const nextActor = rule.byReason?.[condition?.reason ?? ''] ?? rule.nextActor
  // What only a person can change is no step on the way.
  const say = rule.onTheWay && nextActor.role !== 'user' ? waiting : failing
  return say({
    state: stateOf(rule, condition),
    waitsFor: describeCondition(rule, condition),
    since: condition?.lastTransitionTime ?? metadata.creationTimestamp,
    nextActor,
  })
}

/** Reasons that say nothing about what is wrong. */
const EMPTY_REASONS = new Set(['', 'AsExpected', 'StatusUnknown'])

function stateOf({ type, want }: ConditionRule, condition: StatedCondition | undefined): string {
  const reason = condition?.reason ?? ''
  if (!EMPTY_REASONS.has(reason)) return reason
  return want === 'True' ? `Not${type}` : type
}

function describeCondition({ type, want }: ConditionRule, condition: StatedCondition | undefined): string {
  const message = oneLine(condition?.message ?? '')
  if (message !== '') return message
  return condition === undefined ? `condition ${type}, of which nothing is known` : `condition ${type} to be ${want}`
}

/** A message in one line, however its author broke it. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ')
