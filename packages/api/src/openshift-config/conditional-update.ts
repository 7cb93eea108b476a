import { s } from '@skep/schema'
import { Release } from './release.ts'

const matchingRule = s.object(
  {
    promql: s.optional(
      s.object(
        { promql: s.string({ description: 'A query that tells 1 where the risk is, and 0 elsewhere.' }) },
        { description: 'What monitoring says.' },
      ),
    ),
    type: s.enum(['Always', 'PromQL'], { description: 'How it is found out.' }),
  },
  { description: 'How it is found out whether a cluster is at risk.' },
)

const riskFields = {
  matchingRules: s.array(matchingRule, {
    description: 'How that is found out; the first that can be told counts.',
    minItems: 1,
    listType: 'atomic',
  }),
  message: s.string({ description: 'What may happen.', minLength: 1 }),
  name: s.string({ description: 'Its name.', minLength: 1 }),
  url: s.string({ description: 'Page about it.', format: 'uri', minLength: 1 }),
}

const BY_NAME = { minItems: 1, listType: 'map' as const, listMapKeys: ['name'] }

/** What may go wrong, and whether it may here. */
const KnownRisk = s.object(
  {
    ...riskFields,
    conditions: s.optional(
      s.array(s.condition(), {
        description: 'Whether the cluster is at risk.',
        minItems: 1,
        maxItems: 8,
        listType: 'map',
        listMapKeys: ['type'],
        'x-kubernetes-validations': [
          {
            rule: "self.exists_one(known, known.type == 'Applies')",
            message: "must contain a condition of type 'Applies'",
          },
        ],
      }),
    ),
  },
  { description: 'What may go wrong, and whether it may here.' },
)

/** All that may go wrong with the releases there are. */
export const knownRisks = s.array(KnownRisk, { description: 'The risks.', maxItems: 500, ...BY_NAME })

const updateFields = {
  conditions: s.optional(s.conditions({ description: 'What is known about it, one statement per type.' })),
  release: s.with(Release, { description: 'The release.' }),
}

/** A release that is no good for some clusters. */
export const ConditionalUpdate = s.object(
  {
    ...updateFields,
    risks: s.array(s.object(riskFields, { description: 'What may go wrong.' }), {
      description: 'What may go wrong.',
      maxItems: 200,
      ...BY_NAME,
    }),
  },
  { description: 'A release that is no good for some clusters.' },
)

/** One whose risks are also said elsewhere, by name. */
export const ConditionalUpdateByName = s.object(
  {
    ...updateFields,
    riskNames: s.optional(
      s.array(s.string({ maxLength: 256 }), {
        description: 'Names of the risks.',
        minItems: 1,
        maxItems: 500,
        listType: 'set',
      }),
    ),
    risks: s.array(KnownRisk, { description: 'What may go wrong.', maxItems: 200, ...BY_NAME }),
  },
  { description: 'A release that is no good for some clusters.' },
)
