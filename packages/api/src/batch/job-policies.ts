import { s, type TypeOf } from '@skep/schema'

export const PodFailurePolicyOnExitCodesRequirement = s.object(
  {
    containerName: s.optional(s.string({ description: 'Container to look at. By default, all of them.' })),
    operator: s.string({
      description: 'In matches when an exit code is among the values, NotIn when it is not.',
      default: '',
    }),
    values: s.array(s.int32(), {
      description: 'Exit codes, in ascending order without repetition; 0 cannot stand with In.',
      listType: 'set',
    }),
  },
  {
    description: 'Matches a failed pod by the exit codes of its containers.',
    component: 'io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement',
  },
)
export type PodFailurePolicyOnExitCodesRequirement = TypeOf<typeof PodFailurePolicyOnExitCodesRequirement>

export const PodFailurePolicyOnPodConditionsPattern = s.object(
  {
    status: s.optional(s.string({ description: 'Status that the condition must have. True by default.', default: '' })),
    type: s.string({ description: 'Type of the condition.', default: '' }),
  },
  {
    description: 'Matches a failed pod by one of its conditions.',
    component: 'io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern',
  },
)
export type PodFailurePolicyOnPodConditionsPattern = TypeOf<typeof PodFailurePolicyOnPodConditionsPattern>

export const PodFailurePolicyRule = s.object(
  {
    action: s.string({
      description:
        "FailJob ends the Job, FailIndex ends the pod's index, Ignore does not count the failure, Count counts it as usual.",
      default: '',
    }),
    onExitCodes: s.optional(s.with(PodFailurePolicyOnExitCodesRequirement, { description: 'Matches on exit codes.' })),
    onPodConditions: s.optional(
      s.array(PodFailurePolicyOnPodConditionsPattern, {
        description: 'Matches on pod conditions; one fitting pattern is enough.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'What to do with a failed pod that matches.', component: 'io.k8s.api.batch.v1.PodFailurePolicyRule' },
)
export type PodFailurePolicyRule = TypeOf<typeof PodFailurePolicyRule>

export const PodFailurePolicy = s.object(
  {
    rules: s.array(PodFailurePolicyRule, {
      description: 'Rules in order; the first that matches decides. A failure that none matches is counted as usual.',
      listType: 'atomic',
    }),
  },
  { description: 'How failures of pods affect the Job.', component: 'io.k8s.api.batch.v1.PodFailurePolicy' },
)
export type PodFailurePolicy = TypeOf<typeof PodFailurePolicy>

export const SuccessPolicyRule = s.object(
  {
    succeededCount: s.optional(
      s.int32({ description: 'How many indexes must succeed, among succeededIndexes when that is given.' }),
    ),
    succeededIndexes: s.optional(
      s.string({ description: 'Which indexes must succeed, as numbers and ranges such as 1,3-5.' }),
    ),
  },
  {
    description: 'A condition under which an indexed Job counts as successful; every field given must hold.',
    component: 'io.k8s.api.batch.v1.SuccessPolicyRule',
  },
)
export type SuccessPolicyRule = TypeOf<typeof SuccessPolicyRule>

export const SuccessPolicy = s.object(
  {
    rules: s.array(SuccessPolicyRule, {
      description: 'Rules in order; the Job succeeds as soon as one of them holds.',
      listType: 'atomic',
    }),
  },
  {
    description: 'When an indexed Job is successful before all its indexes are.',
    component: 'io.k8s.api.batch.v1.SuccessPolicy',
  },
)
export type SuccessPolicy = TypeOf<typeof SuccessPolicy>
