import { memberPath } from '../../compile/path.ts'
import { type FieldError, fieldError } from '../../field-error.ts'
import type { Json } from '../../json.ts'
import type { Activation } from '../evaluate/frame.ts'
import type { Outcome } from '../program.ts'
import type { Reader } from '../schema/reader.ts'
import { Failure } from '../values/failure.ts'
import { NONE, Optional, type Value } from '../values/value.ts'
import type { CompiledRule } from './compile-rule.ts'
import { defaultMessage, explain, failureOf, isCancelled, RAN_OUT } from './failure-texts.ts'
import { evaluateMessage } from './message.ts'
import type { Subject } from './subject.ts'
import type { RuleTree } from './tree.ts'

/** Where errors go, and what is left of the budget. */
export interface Session {
  budget: number
  /** How many errors there have been. */
  errors: number
  onError(error: FieldError): void
  onWarning(error: FieldError): void
}

/** Evaluates the rules about a value; false when the budget is used up. */
export function evaluateRules(session: Session, tree: RuleTree, subject: Subject): boolean {
  const rules = subject.isKept ? tree.rulesOfKept : tree.rules
  if (rules.length === 0) return true
  if (session.budget <= 0) return reportInvalid(session, subject, RAN_OUT)
  const values = new Values(tree.read, subject)
  for (const rule of rules) {
    if (rule.error !== undefined) reportInvalid(session, subject, `rule compile error: ${rule.error}`)
    else if (!isSkipped(rule, subject) && !evaluateRule(session, rule, subject, values)) return false
  }
  return true
}

/** Transition rules need an old value, unless they cope without one. */
const isSkipped = ({ program, usesOldSelf, rule }: CompiledRule, { old }: Subject): boolean =>
  !program || (usesOldSelf && old === undefined && !rule.optionalOldSelf)

function evaluateRule(session: Session, compiled: CompiledRule, subject: Subject, values: Values): boolean {
  const outcome = evaluate(compiled, values)
  if (outcome.cost > session.budget) return reportInvalid(session, subject, RAN_OUT)
  session.budget -= outcome.cost
  if ('error' in outcome) {
    reportInvalid(session, subject, explain(outcome.error, compiled.rule))
    return !isCancelled(outcome.error)
  }
  return outcome.value === true || reportFailure(session, compiled, subject, values)
}

function evaluate(compiled: CompiledRule, values: Values): Outcome {
  const activation = values.activationFor(compiled)
  return activation instanceof Failure ? { error: activation.message, cost: 0 } : compiled.program!.evaluate(activation)
}

/** Reports that rules could not be evaluated. False, for the convenience of those who give up then. */
function reportInvalid(session: Session, subject: Subject, detail: string): false {
  session.onError(fieldError.invalid(subject.field, subject.node.type ?? '', detail))
  return false
}

/** Reports a rule that does not hold; false when the budget is used up. */
function reportFailure(session: Session, compiled: CompiledRule, subject: Subject, values: Values): boolean {
  const { rule, fieldPath } = compiled
  const field = fieldPath === '' ? subject.field : memberPath(subject.path, fieldPath)
  const activation = values.activationFor(compiled)
  const message =
    compiled.message && !(activation instanceof Failure)
      ? evaluateMessage(session, compiled.message, rule, activation)
      : undefined
  const isFatal = message !== undefined && 'fatal' in message
  const error = isFatal
    ? fieldError.invalid(field, subject.node.type ?? '', message.fatal)
    : failureOf(rule, field, shownValue(subject), message?.text ?? defaultMessage(rule))
  if (!compiled.usesOldSelf && subject.isForgiven()) session.onWarning(error)
  else session.onError(error)
  return !isFatal
}

/** Objects and lists are too large to be shown. */
const shownValue = ({ node, value }: Subject): Json | undefined =>
  node.type === 'object' || node.type === 'array' ? undefined : value

/** The values of `self` and `oldSelf`, made once for all rules, and the old one only for those that look at it. */
class Values {
  private readonly read: Reader
  private readonly subject: Subject
  private readonly self: Value | Failure
  private readonly plain: Activation | Failure
  private oldSelf: Value | Failure | undefined

  constructor(read: Reader, subject: Subject) {
    this.read = read
    this.subject = subject
    this.self = attempt(read, subject.value)
    this.plain = this.self instanceof Failure ? this.self : { self: this.self }
  }

  /** The variables of a rule; a failure when the values do not have the types of their schema. */
  activationFor({ rule, usesOldSelf }: CompiledRule): Activation | Failure {
    const { self, plain } = this
    if (!usesOldSelf || self instanceof Failure) return plain
    const { old } = this.subject
    this.oldSelf ??= old === undefined ? undefined : attempt(this.read, old)
    const { oldSelf } = this
    if (oldSelf instanceof Failure) return oldSelf
    if (rule.optionalOldSelf) return { self, oldSelf: oldSelf === undefined ? NONE : new Optional(oldSelf) }
    return oldSelf === undefined ? plain : { self, oldSelf }
  }
}

function attempt(read: Reader, raw: Json): Value | Failure {
  try {
    return read(raw)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
