import type { KindRules } from '@skep/schema'
import type { ValidatingWebhookConfiguration } from './validating-webhook-configuration.ts'
import { defaultWebhook, validateWebhooks, webhookTable } from './webhook.ts'

/** What ValidatingWebhookConfigurations do beyond their schema. */
export const validatingWebhookConfigurationRules: KindRules<ValidatingWebhookConfiguration> = {
  defaults: ({ webhooks }) => webhooks?.forEach(defaultWebhook),
  validate: ({ webhooks }) => validateWebhooks(webhooks ?? []),
  cells: webhookTable.cells,
}
