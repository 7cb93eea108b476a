import { s, type TypeOf } from '@skep/schema'
import { PodTemplateSpec } from '../core/pod-spec.ts'
import { LabelSelector } from '../meta/types.ts'
import { PodFailurePolicy, SuccessPolicy } from './job-policies.ts'

export const JobSpec = s.object(
  {
    activeDeadlineSeconds: s.optional(
      s.int64({ description: 'Seconds the Job may be active before it is stopped as failed.' }),
    ),
    backoffLimit: s.optional(s.int32({ description: 'Failed pods tolerated before the Job fails. 6 by default.' })),
    backoffLimitPerIndex: s.optional(
      s.int32({
        description:
          'Failed pods tolerated per index before that index fails; for Indexed Jobs with restartPolicy Never.',
      }),
    ),
    completionMode: s.optional(
      s.string({
        description:
          'NonIndexed counts any successful pod (the default); Indexed wants one success for each index from 0 to completions - 1.',
      }),
    ),
    completions: s.optional(
      s.int32({ description: 'Successful pods wanted. Without it, the success of any pod ends the Job.' }),
    ),
    managedBy: s.optional(
      s.string({
        description: 'Controller that takes care of this Job, when it is not the built-in one. Cannot change.',
      }),
    ),
    manualSelector: s.optional(
      s.bool({ description: 'True lets you choose the selector and labels yourself. Rarely needed.' }),
    ),
    maxFailedIndexes: s.optional(
      s.int32({ description: 'Failed indexes tolerated before the whole Job fails; with backoffLimitPerIndex.' }),
    ),
    parallelism: s.optional(s.int32({ description: 'Pods that may run at the same time. 1 by default.' })),
    podFailurePolicy: s.optional(
      s.with(PodFailurePolicy, { description: 'How particular failures of pods are treated.' }),
    ),
    podReplacementPolicy: s.optional(
      s.string({
        description:
          'When a replacement pod is made: TerminatingOrFailed at once, Failed only after the old one has fully ended.',
      }),
    ),
    selector: s.optional(
      s.with(LabelSelector, {
        description: 'Which pods belong to this Job. Chosen by the server unless manualSelector is true.',
      }),
    ),
    successPolicy: s.optional(s.with(SuccessPolicy, { description: 'When an Indexed Job may succeed early.' })),
    suspend: s.optional(
      s.bool({ description: 'True deletes the running pods and makes no new ones until it is false again.' }),
    ),
    template: s.with(PodTemplateSpec, {
      description: 'The pod to run; its restartPolicy can be Never or OnFailure.',
      default: {},
    }),
    ttlSecondsAfterFinished: s.optional(
      s.int32({ description: 'Seconds after which a finished Job is deleted. Without it, the Job stays.' }),
    ),
  },
  { description: 'What a Job runs and when it is done.', component: 'io.k8s.api.batch.v1.JobSpec' },
)
export type JobSpec = TypeOf<typeof JobSpec>
