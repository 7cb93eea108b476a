import { s, type TypeOf } from '@skep/schema'
import { webhookAddressFields, webhookServiceFields } from '../meta/webhook-fields.ts'

export const WebhookServiceReference = s.object(webhookServiceFields, {
  description: 'A Service that serves a webhook.',
  component: 'io.k8s.api.admissionregistration.v1.ServiceReference',
})
export type WebhookServiceReference = TypeOf<typeof WebhookServiceReference>

export const WebhookClientConfig = s.object(
  {
    ...webhookAddressFields,
    service: s.optional(s.with(WebhookServiceReference, { description: 'The Service in front of the webhook.' })),
  },
  {
    description: 'How to reach a webhook: by URL or through a Service.',
    component: 'io.k8s.api.admissionregistration.v1.WebhookClientConfig',
  },
)
export type WebhookClientConfig = TypeOf<typeof WebhookClientConfig>
