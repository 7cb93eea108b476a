import { hasMember, isObject, type Json, type JsonObject } from '../../json.ts'
import { itemCorrelator } from '../../validate/correlate.ts'
import { evaluateRules, type Session } from './evaluate-rules.ts'
import type { Subject } from './subject.ts'
import type { RuleTree } from './tree.ts'

/** Evaluates the rules of a tree; false when the budget is used up. */
export function validateTree(session: Session, tree: RuleTree, subject: Subject): boolean {
  if (subject.value === null || (subject.isKept && !tree.concernsKept)) return true
  return subject.isKeptWhole ? validateKept(session, tree, subject) : validateAll(session, tree, subject)
}

/** Of a value that is the very one it was, and can be no other, there is nothing to find out twice. */
function validateKept(session: Session, tree: RuleTree, subject: Subject): boolean {
  // A value that is kept is an object.
  const value = subject.value as object
  if (tree.lasting.has(value)) return true
  const { errors } = session
  const isDone = validateAll(session, tree, subject)
  if (isDone && session.errors === errors && Object.isFrozen(value)) tree.lasting.add(value)
  return isDone
}

function validateAll(session: Session, tree: RuleTree, subject: Subject): boolean {
  const { value } = subject
  if (!evaluateRules(session, tree, subject)) return false
  for (const part of tree.allOf) if (!validateTree(session, part, subject.withoutCorrelation())) return false
  if (Array.isArray(value)) return validateItems(session, tree, subject, value)
  return !isObject(value) || validateMembers(session, tree, subject, value)
}

function validateItems(session: Session, tree: RuleTree, subject: Subject, items: readonly Json[]): boolean {
  const { items: itemTree, node } = tree
  if (!itemTree) return true
  const findOld = itemCorrelator(subject.old === undefined ? undefined : { old: subject.old }, node)
  const correlate = itemCorrelator(subject.correlation, node)
  return items.every((value, index) => {
    const olds = { old: findOld(value)?.old, correlation: correlate(value) }
    return validateTree(session, itemTree, subject.item(itemTree.node, value, olds, index))
  })
}

function validateMembers(session: Session, tree: RuleTree, subject: Subject, object: JsonObject): boolean {
  const { additionalProperties: others, properties } = tree
  if (others) {
    for (const key of Object.keys(object)) {
      if (!validateTree(session, others, subject.member(others.node, object, key, { key }))) return false
    }
  }
  for (const [name, member] of properties) {
    if (!hasMember(object, name)) continue
    if (!validateTree(session, member, subject.member(member.node, object, name, { member: name }))) return false
  }
  return true
}
