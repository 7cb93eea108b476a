import { s, type TypeOf } from '@skep/schema'

export const WebhookServiceReference = s.object(
  {
    name: s.string({ description: 'Name of the Service.', default: '' }),
    namespace: s.string({ description: 'Namespace of the Service.', default: '' }),
    path: s.optional(s.string({ description: 'Path to send requests to.' })),
    port: s.optional(s.int32({ description: 'Port of the Service. 443 by default.' })),
  },
  {
    description: 'A Service that serves a webhook.',
    component: 'io.k8s.api.admissionregistration.v1.ServiceReference',
  },
)
export type WebhookServiceReference = TypeOf<typeof WebhookServiceReference>

export const WebhookClientConfig = s.object(
  {
    caBundle: s.optional(
      s.bytes({
        description: "PEM certificates, in base64, that vouch for the webhook's certificate. By default, the system's.",
      }),
    ),
    service: s.optional(s.with(WebhookServiceReference, { description: 'The Service in front of the webhook.' })),
    url: s.optional(s.string({ description: 'Address of the webhook, https://host:port/path.' })),
  },
  {
    description: 'How to reach a webhook: by URL or through a Service.',
    component: 'io.k8s.api.admissionregistration.v1.WebhookClientConfig',
  },
)
export type WebhookClientConfig = TypeOf<typeof WebhookClientConfig>
