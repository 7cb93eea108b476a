import { hasMember, isObject, type Json, type JsonObject } from '../../json.ts'
import { itemCorrelator } from '../../validate/correlate.ts'
import { evaluateRules, type Session } from './evaluate-rules.ts'
import type { Subject } from './subject.ts'
import type { RuleTree } from './tree.ts'

/** Evaluates the rules of a tree; false when the budget is used up. */
export function validateTree(session: Session, tree: RuleTree, subject: Subject): boolean {
  const { value } = subject
  if (value === null || (subject.isKept && !tree.concernsKept)) return true
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
