import { s } from '@skep/schema'
import { MatchCondition, MatchResources } from './match.ts'
import { ParamKind } from './params.ts'

/** What policies have in common, whether they change objects or only refuse them. */
export const policyFields = {
  failurePolicy: s.optional(
    s.string({
      description:
        'What to do when the policy cannot be evaluated: Fail the request (the default) or Ignore the policy.',
    }),
  ),
  matchConditions: s.optional(
    s.array(MatchCondition, {
      description: 'CEL expressions that must all be true for the policy to apply; at most 64.',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    }),
  ),
  matchConstraints: s.optional(s.with(MatchResources, { description: 'Which requests the policy is for.' })),
  paramKind: s.optional(
    s.with(ParamKind, { description: 'Kind of the objects that hold parameters, when the policy takes any.' }),
  ),
}
