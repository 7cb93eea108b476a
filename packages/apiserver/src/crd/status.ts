import { approvalStatement } from './approval.ts'
import { type Condition, findCondition, isTrue, type Statement, withCondition } from './conditions.ts'
import type { Definition, DefinitionNames } from './definition.ts'
import { decideNames, type NameDecision, type TakenNames } from './names.ts'

type Status = NonNullable<Definition['status']>

/**
 * The status that a definition is to have: the names it gets, and whether it is served. `accepted` are the names that it
 * has by now, which its stored status may not show yet.
 */
export function settleStatus(
  definition: Definition,
  accepted: DefinitionNames,
  taken: TakenNames,
  now: string,
): Status {
  const decision = decideNames(definition.spec.names, accepted, taken)
  const { conditions: before, ...rest } = definition.status ?? {}
  const approval = approvalStatement(definition)
  const statements = [
    namesStatement(decision),
    establishedStatement(findCondition(before, 'Established'), decision),
    ...(approval ? [approval] : []),
  ]
  let conditions = before as readonly Condition[] | undefined
  for (const statement of statements) conditions = withCondition(conditions, statement, now)
  return { ...rest, conditions: conditions as Condition[], acceptedNames: decision.accepted }
}

/** A definition that once had all its names is served, and so is one that has had no conflict yet. */
export const isServed = ({ conditions }: Status): boolean =>
  isTrue(conditions, 'NamesAccepted') || isTrue(conditions, 'Established')

function namesStatement({ conflict }: NameDecision): Statement {
  const type = 'NamesAccepted'
  if (!conflict) return { type, status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
  return { type, status: 'False', reason: conflict.reason, message: conflict.message }
}

function establishedStatement(before: Condition | undefined, { conflict }: NameDecision): Statement {
  const type = 'Established'
  if (before?.status === 'True') return before
  if (!conflict) {
    const message = 'the initial names have been accepted'
    return { type, status: 'True', reason: 'InitialNamesAccepted', message }
  }
  return before ?? { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }
}
