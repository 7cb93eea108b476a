import { fieldError } from '../field-error.ts'
import { goQuote } from '../go-text.ts'
import type { SchemaNode } from '../node.ts'
import { WHOLE } from './constraint.ts'
import { addError, emptyResult, merge, type Result } from './result.ts'
import type { Subject } from './subject.ts'

/** Validates a value against one branch. */
type ReportBranch = (branch: SchemaNode, subject: Subject) => Result

/** What anyOf, oneOf, allOf and not find wrong with a value. */
export function reportLogic(node: SchemaNode, subject: Subject, reportBranch: ReportBranch): Result {
  const result = emptyResult()
  const outcomes = (branches: SchemaNode[]) => branches.map((branch) => reportBranch(branch, subject))
  if (node.anyOf?.length) reportAnyOf(result, subject, outcomes(node.anyOf))
  if (node.oneOf?.length) reportOneOf(result, subject, outcomes(node.oneOf))
  if (node.allOf?.length) reportAllOf(result, subject, outcomes(node.allOf))
  if (node.not !== undefined && isValid(reportBranch(node.not, subject))) {
    addComplaint(result, subject, 'must not validate the schema (not)')
  }
  result.matches++
  return result
}

const isValid = (result: Result): boolean => result.errors.length === 0

const addComplaint = (result: Result, { name }: Subject, complaint: string): void =>
  addError(result, fieldError.invalid(WHOLE, '', `${goQuote(name)} ${complaint}`))

function reportAnyOf(result: Result, subject: Subject, outcomes: Result[]): void {
  const valid = outcomes.find(isValid)
  if (valid === undefined) addComplaint(result, subject, 'must validate at least one schema (anyOf)')
  merge(result, valid ?? closest(outcomes))
}

function reportOneOf(result: Result, subject: Subject, outcomes: Result[]): void {
  const [valid, ...others] = outcomes.filter(isValid)
  if (valid === undefined) {
    addComplaint(result, subject, 'must validate one and only one schema (oneOf). Found none valid')
    merge(result, closest(outcomes))
  } else if (others.length === 0) merge(result, valid)
  else {
    const found = `Found ${others.length + 1} valid alternatives`
    addComplaint(result, subject, `must validate one and only one schema (oneOf). ${found}`)
  }
}

function reportAllOf(result: Result, subject: Subject, outcomes: Result[]): void {
  for (const outcome of outcomes) merge(result, outcome)
  const validCount = outcomes.filter(isValid).length
  if (validCount === outcomes.length) return
  addComplaint(result, subject, `must validate all the schemas (allOf)${validCount === 0 ? '. None validated' : ''}`)
}

/** Of failures, the one that came closest; the first of those that came equally close. */
const closest = (failures: Result[]): Result =>
  failures.reduce((best, failure) => (failure.matches > best.matches ? failure : best))
