import { s, type TypeOf } from '@skep/schema'

export const ConversionServiceReference = s.object(
  {
    name: s.string({ description: 'Name of the Service.', default: '' }),
    namespace: s.string({ description: 'Namespace of the Service.', default: '' }),
    path: s.optional(s.string({ description: 'Path to send requests to.' })),
    port: s.optional(s.int32({ description: 'Port of the Service. 443 by default.' })),
  },
  {
    description: 'A Service that serves a webhook.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference',
  },
)
export type ConversionServiceReference = TypeOf<typeof ConversionServiceReference>

export const ConversionClientConfig = s.object(
  {
    caBundle: s.optional(
      s.bytes({
        description: "PEM certificates, in base64, that vouch for the webhook's certificate. By default, the system's.",
      }),
    ),
    service: s.optional(s.with(ConversionServiceReference, { description: 'The Service in front of the webhook.' })),
    url: s.optional(s.string({ description: 'Address of the webhook, https://host:port/path.' })),
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
