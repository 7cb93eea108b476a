import { indexPath, keyPath, memberPath } from '../../compile/path.ts'
import { type FieldError, fieldError } from '../../field-error.ts'
import { hasMember, isObject, type Json, type JsonObject } from '../../json.ts'
import type { ValidationRule } from '../../node.ts'
import { type Correlation, correlateMember, isUnchanged, itemCorrelator } from '../../validate/correlate.ts'
import type { Activation } from '../evaluate/frame.ts'
import type { Reader } from '../schema/reader.ts'
import { Failure } from '../values/failure.ts'
import { NONE, Optional, type Value } from '../values/value.ts'
import type { CompiledRule } from './compile-rule.ts'
import { evaluateMessage } from './message.ts'
import type { RuleTree } from './tree.ts'

/** The cost that all rules together may have for one object. */
export const COST_BUDGET = 10_000_000

/** Where errors go, and what is left of the budget. */
export interface Session {
  budget: number
  onError(error: FieldError): void
  onWarning(error: FieldError): void
}

/** A value that rules are about. */
export interface Subject {
  value: Json
  /** The value it replaces, for transition rules; undefined when there is none. */
  old: Json | undefined
  /** The value it replaces, for forgiveness. Lists that are not of type `map` have none for their items. */
  correlation: Correlation | undefined
  /** Whether the nearest ancestor that can be compared with its old value is unchanged. */
  isParentUnchanged: () => boolean
  path: string
  /** The whole object. */
  isRoot?: boolean
}

const RAN_OUT = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** Evaluates the rules of a tree; false when the budget is used up. */
export function validateTree(session: Session, tree: RuleTree, subject: Subject): boolean {
  const { value } = subject
  if (value === null) return true
  if (!validateRules(session, tree, subject)) return false
  for (const part of tree.allOf) {
    // What allOf adds is not forgiven for the sake of the value itself.
    if (!validateTree(session, part, { ...subject, correlation: undefined })) return false
  }
  if (Array.isArray(value)) return validateItems(session, tree, subject, value)
  return !isObject(value) || validateMembers(session, tree, subject, value)
}

function validateItems(session: Session, tree: RuleTree, subject: Subject, items: readonly Json[]): boolean {
  const { items: itemTree, node } = tree
  if (!itemTree) return true
  const findOld = itemCorrelator(subject.old === undefined ? undefined : { old: subject.old }, node)
  const correlate = itemCorrelator(subject.correlation, node)
  const isParentUnchanged = parentTest(tree, subject)
  return items.every((value, index) =>
    validateTree(session, itemTree, {
      value,
      old: findOld(value)?.old,
      correlation: correlate(value),
      isParentUnchanged,
      path: indexPath(subject.path, index),
    }),
  )
}

function validateMembers(session: Session, tree: RuleTree, subject: Subject, object: JsonObject): boolean {
  const { additionalProperties, properties } = tree
  const isParentUnchanged = parentTest(tree, subject)
  const visit = (member: RuleTree, name: string, path: string) =>
    validateTree(session, member, { ...memberOf(subject, object, name, isParentUnchanged), path })
  if (additionalProperties) {
    for (const name of Object.keys(object)) {
      if (!visit(additionalProperties, name, keyPath(subject.path, name))) return false
    }
  }
  for (const [name, member] of properties) {
    if (hasMember(object, name) && !visit(member, name, memberPath(subject.path, name))) return false
  }
  return true
}

function memberOf(
  { old, correlation, isRoot }: Subject,
  object: JsonObject,
  name: string,
  isParentUnchanged: () => boolean,
): Omit<Subject, 'path'> {
  // Both objects have been converted to the same version, so these cannot be told to have changed.
  const isTypeOfRoot = isRoot && (name === 'apiVersion' || name === 'kind')
  return {
    value: object[name] ?? null,
    old: isObject(old) && hasMember(old, name) ? (old[name] ?? undefined) : undefined,
    correlation: isTypeOfRoot ? undefined : correlateMember(correlation, name),
    isParentUnchanged: isTypeOfRoot ? () => false : isParentUnchanged,
  }
}

/** An ancestor is compared with its old value at most once, and only when something below it is wrong. */
function parentTest(tree: RuleTree, subject: Subject): () => boolean {
  let unchanged: boolean | undefined
  return () => (unchanged ??= isForgiven(tree, subject))
}

const isForgiven = ({ node }: RuleTree, { value, correlation, isParentUnchanged }: Subject): boolean =>
  correlation ? isUnchanged(value, correlation, node) : isParentUnchanged()

function validateRules(session: Session, tree: RuleTree, subject: Subject): boolean {
  const { rules, node } = tree
  if (rules.length === 0) return true
  const invalid = (detail: string) =>
    session.onError(fieldError.invalid(fieldOf(subject.path), node.type ?? '', detail))
  if (session.budget <= 0) {
    invalid(RAN_OUT)
    return false
  }
  const activation = activationOf(tree, subject)
  for (const rule of rules) {
    if (rule.error !== undefined) {
      invalid(`rule compile error: ${rule.error}`)
      continue
    }
    if (!rule.program || (rule.usesOldSelf && subject.old === undefined && !rule.rule.optionalOldSelf)) continue
    const variables = activation(rule)
    const outcome =
      variables instanceof Failure ? { error: variables.message, cost: 0 } : rule.program.evaluate(variables)
    if (outcome.cost > session.budget) {
      invalid(RAN_OUT)
      return false
    }
    session.budget -= outcome.cost
    if ('error' in outcome) {
      invalid(explain(outcome.error, rule.rule))
      if (isCancelled(outcome.error)) return false
    } else if (outcome.value !== true && !reportFailure(session, tree, subject, rule, activation)) return false
  }
  return true
}

/** Gives a rule its variables, or says that the values do not have the types of their schema. */
type ActivationOf = (rule: CompiledRule) => Activation | Failure

/** Values are made once for all rules, and the old one only for those that look at it. */
function activationOf({ read }: RuleTree, { value, old }: Subject): ActivationOf {
  const self = attempt(read, value)
  let oldSelf: Value | Failure | undefined
  return ({ rule, usesOldSelf }) => {
    if (self instanceof Failure || !usesOldSelf) return self instanceof Failure ? self : { self }
    oldSelf ??= old === undefined ? undefined : attempt(read, old)
    if (oldSelf instanceof Failure) return oldSelf
    const variables: Record<string, Value> = { self }
    if (rule.optionalOldSelf) variables['oldSelf'] = oldSelf === undefined ? NONE : new Optional(oldSelf)
    else if (oldSelf !== undefined) variables['oldSelf'] = oldSelf
    return variables
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

const isCancelled = (error: string) => error.startsWith('operation cancelled: actual cost limit exceeded')

const ruleText = ({ rule, message }: ValidationRule) => (message || rule).trim()

function explain(error: string, rule: ValidationRule): string {
  const text = ruleText(rule)
  if (error.startsWith('no such overload')) {
    const reason = 'call arguments did not match a supported operator, function or macro signature'
    return `'${error}': ${reason} for rule: ${text}`
  }
  if (isCancelled(error)) {
    return `'${error}': no further validation rules will be run due to call cost exceeds limit for rule: ${text}`
  }
  return `${error} evaluating rule: ${text}`
}

/** Reports a rule that does not hold; false when the budget is used up. */
function reportFailure(
  session: Session,
  tree: RuleTree,
  subject: Subject,
  compiled: CompiledRule,
  activation: ActivationOf,
): boolean {
  const { rule, fieldPath } = compiled
  const field = fieldPath === '' ? fieldOf(subject.path) : memberPath(subject.path, fieldPath)
  const message = messageOf(session, compiled, activation(compiled))
  const isFatal = message !== undefined && 'fatal' in message
  const error = isFatal
    ? fieldError.invalid(field, tree.node.type ?? '', message.fatal)
    : failureOf(rule, field, shownValue(tree, subject), message?.text ?? defaultMessage(rule))
  if (!compiled.usesOldSelf && isForgiven(tree, subject)) session.onWarning(error)
  else session.onError(error)
  return !isFatal
}

function messageOf(session: Session, { message, rule }: CompiledRule, variables: Activation | Failure) {
  return message && !(variables instanceof Failure) ? evaluateMessage(session, message, rule, variables) : undefined
}

const defaultMessage = (rule: ValidationRule) => (rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`)

/** Objects and lists are too large to be shown. */
const shownValue = ({ node }: RuleTree, { value }: Subject): Json | undefined =>
  node.type === 'object' || node.type === 'array' ? undefined : value

function failureOf(rule: ValidationRule, field: string, value: Json | undefined, detail: string): FieldError {
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return fieldError.forbidden(field, detail)
    case 'FieldValueRequired':
      return fieldError.required(field, detail)
    case 'FieldValueDuplicate':
      return value === undefined
        ? { type: 'Duplicate', field, message: 'Duplicate value' }
        : fieldError.duplicate(field, value)
    default:
      return value === undefined
        ? { type: 'Invalid', field, message: `Invalid value: ${detail}` }
        : fieldError.invalid(field, value, detail)
  }
}

/** The path of errors; the whole object has none, which the API prints so. */
const fieldOf = (path: string) => (path === '' ? '<nil>' : path)
