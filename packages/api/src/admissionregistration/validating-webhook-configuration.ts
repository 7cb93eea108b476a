import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { validatingWebhookConfigurationRules } from './validating-webhook-configuration.rules.ts'
import { webhookTable } from './webhook.ts'
import { webhookFields } from './webhook-fields.ts'

export const ValidatingWebhook = s.object(webhookFields, {
  description: 'A webhook that may refuse requests.',
  component: 'io.k8s.api.admissionregistration.v1.ValidatingWebhook',
})
export type ValidatingWebhook = TypeOf<typeof ValidatingWebhook>

const schema = s.object(
  {
    ...kubeObject,
    webhooks: s.optional(
      s.array(ValidatingWebhook, {
        description: 'The webhooks and the requests they are asked about.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
  },
  {
    description: 'Webhooks that are asked before an object is stored and may refuse it.',
    component: 'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  },
)

export const ValidatingWebhookConfiguration = defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  scope: 'Cluster',
  categories: ['api-extensions'],
  schema,
  columns: webhookTable.columns,
  rules: validatingWebhookConfigurationRules,
})
export type ValidatingWebhookConfiguration = TypeOf<typeof schema>
