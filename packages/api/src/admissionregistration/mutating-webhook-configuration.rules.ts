import type { KindRules } from '@skep/schema'
import type { MutatingWebhookConfiguration } from './mutating-webhook-configuration.ts'
import { defaultWebhook, validateWebhooks, webhookTable } from './webhook.ts'

/** What MutatingWebhookConfigurations do beyond their schema. */
export const mutatingWebhookConfigurationRules: KindRules<MutatingWebhookConfiguration> = {
  defaults: ({ webhooks }) => {
    for (const webhook of webhooks ?? []) {
      defaultWebhook(webhook)
      webhook.reinvocationPolicy ??= 'Never'
    }
  },
  validate: ({ webhooks }) => validateWebhooks(webhooks ?? []),
  cells: webhookTable.cells,
}
