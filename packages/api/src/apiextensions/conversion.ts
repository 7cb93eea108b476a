import { s, type TypeOf } from '@skep/schema'
import { webhookAddressFields, webhookServiceFields } from '../meta/webhook-fields.ts'

export const ConversionServiceReference = s.object(webhookServiceFields, {
  description: 'A Service that serves a webhook.',
  component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference',
})
export type ConversionServiceReference = TypeOf<typeof ConversionServiceReference>

export const ConversionClientConfig = s.object(
  {
    ...webhookAddressFields,
    service: s.optional(s.with(ConversionServiceReference, { description: 'The Service in front of the webhook.' })),
  },
  {
    description: 'How to reach a webhook: by URL or through a Service.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig',
  },
)
export type ConversionClientConfig = TypeOf<typeof ConversionClientConfig>

export const WebhookConversion = s.object(
  {
    clientConfig: s.optional(s.with(ConversionClientConfig, { description: 'How to reach it.' })),
    conversionReviewVersions: s.array(s.string(), {
      description: 'Versions of ConversionReview that it understands, preferred ones first.',
      listType: 'atomic',
    }),
  },
  {
    description: 'A webhook that converts objects between versions.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion',
  },
)
export type WebhookConversion = TypeOf<typeof WebhookConversion>

export const CustomResourceConversion = s.object(
  {
    strategy: s.string({
      description: 'None changes apiVersion only (the default), Webhook asks a webhook.',
      default: '',
    }),
    webhook: s.optional(s.with(WebhookConversion, { description: 'The webhook; only with strategy Webhook.' })),
  },
  {
    description: 'How objects are converted between versions.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion',
  },
)
export type CustomResourceConversion = TypeOf<typeof CustomResourceConversion>
