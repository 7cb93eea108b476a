import { s } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'
import { MatchCondition, RuleWithOperations } from './match.ts'
import { WebhookClientConfig } from './webhook-client.ts'

/** What webhooks have in common, whether they may change objects or only refuse them. */
export const webhookFields = {
  admissionReviewVersions: s.array(s.string(), {
    description: 'Versions of AdmissionReview that the webhook understands, preferred ones first.',
    listType: 'atomic',
  }),
  clientConfig: s.with(WebhookClientConfig, { description: 'How to reach the webhook.', default: {} }),
  failurePolicy: s.optional(
    s.string({
      description:
        'What to do when the webhook cannot be reached or errs: Fail the request (the default) or Ignore the webhook.',
    }),
  ),
  matchConditions: s.optional(
    s.array(MatchCondition, {
      description: 'CEL expressions that must all be true for the webhook to be called; at most 64.',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    }),
  ),
  matchPolicy: s.optional(
    s.string({
      description:
        'Exact calls it only for what the rules list, Equivalent (the default) also for other versions of the same resource.',
    }),
  ),
  name: s.string({
    description: 'Full name of the webhook, with at least three parts, such as images.example.com.',
    default: '',
  }),
  namespaceSelector: s.optional(
    s.with(LabelSelector, { description: 'Calls the webhook only for objects in namespaces with these labels.' }),
  ),
  objectSelector: s.optional(
    s.with(LabelSelector, { description: 'Calls the webhook only for objects with these labels.' }),
  ),
  rules: s.optional(
    s.array(RuleWithOperations, {
      description: 'Which operations on which resources it is called for.',
      listType: 'atomic',
    }),
  ),
  sideEffects: s.string({ description: 'Whether calls change anything elsewhere: None, or NoneOnDryRun.' }),
  timeoutSeconds: s.optional(s.int32({ description: 'Seconds to wait for an answer; 1 to 30, 10 by default.' })),
}
