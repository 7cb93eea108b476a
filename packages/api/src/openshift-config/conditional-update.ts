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

const risk = s.object(
  {
    matchingRules: s.array(matchingRule, {
      description: 'How that is found out; the first that can be told counts.',
      minItems: 1,
      listType: 'atomic',
    }),
    message: s.string({ description: 'What may happen.', minLength: 1 }),
    name: s.string({ description: 'Its name.', minLength: 1 }),
    url: s.string({ description: 'Page about it.', format: 'uri', minLength: 1 }),
  },
  { description: 'What may go wrong.' },
)

/** A release that is no good for some clusters. */
export const ConditionalUpdate = s.object(
  {
    conditions: s.optional(s.conditions({ description: 'What is known about it, one statement per type.' })),
    release: s.with(Release, { description: 'The release.' }),
    risks: s.array(risk, {
      description: 'What may go wrong.',
      minItems: 1,
      maxItems: 200,
      listType: 'map',
      listMapKeys: ['name'],
    }),
  },
  { description: 'A release that is no good for some clusters.' },
)
