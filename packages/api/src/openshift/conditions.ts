import { s, type TypeOf } from '@skep/schema'

const probe = {
  lastProbeTime: s.optional(s.time({ description: 'When the statement was last checked.' })),
  lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
  message: s.optional(s.string({ description: 'Why, for people.' })),
  reason: s.optional(s.string({ description: 'Why, in one word for programs.' })),
}

/** A condition as Hive and the account operators write it, with the time of the last check. */
export const ProbedCondition = s.object({
  ...probe,
  status: s.string({ description: 'True, False or Unknown.' }),
  type: s.string({ description: 'What the statement is about.' }),
})
export type ProbedCondition = TypeOf<typeof ProbedCondition>

/** A condition of which nothing is required. */
export const LooseCondition = s.object({
  ...probe,
  status: s.optional(s.string({ description: 'True, False or Unknown.' })),
  type: s.optional(s.string({ description: 'What the statement is about.' })),
})
export type LooseCondition = TypeOf<typeof LooseCondition>

const conditions = { description: 'What is known about the object, one statement per type.' }

/** Conditions as a plain list. */
export const probedConditions = () => s.array(ProbedCondition, conditions)

/** Conditions of which no two may have the same type. */
export const probedConditionsByType = () =>
  s.array(ProbedCondition, { ...conditions, listType: 'map', listMapKeys: ['type'] })

/** Conditions that are always written as a whole. */
export const atomicProbedConditions = () => s.array(ProbedCondition, { ...conditions, listType: 'atomic' })
