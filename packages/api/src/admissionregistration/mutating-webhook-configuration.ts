import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { mutatingWebhookConfigurationRules } from './mutating-webhook-configuration.rules.ts'
import { webhookTable } from './webhook.ts'
import { webhookFields } from './webhook-fields.ts'

export const MutatingWebhook = s.object(
  {
    ...webhookFields,
    reinvocationPolicy: s.optional(
      s.string({
        description: 'Whether to call it again after others changed the object: Never (the default) or IfNeeded.',
      }),
    ),
  },
  {
    description: 'A webhook that may change objects.',
    component: 'io.k8s.api.admissionregistration.v1.MutatingWebhook',
  },
)
export type MutatingWebhook = TypeOf<typeof MutatingWebhook>

const schema = s.object(
  {
    ...kubeObject,
    webhooks: s.optional(
      s.array(MutatingWebhook, {
        description: 'The webhooks and the requests they are asked about.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
  },
  {
    description: 'Webhooks that are asked before an object is stored and may change it.',
    component: 'io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration',
  },
)

export const MutatingWebhookConfiguration = defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  scope: 'Cluster',
  categories: ['api-extensions'],
  schema,
  columns: webhookTable.columns,
  rules: mutatingWebhookConfigurationRules,
})
export type MutatingWebhookConfiguration = TypeOf<typeof schema>
