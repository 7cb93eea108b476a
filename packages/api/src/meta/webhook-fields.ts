import { s } from '@skep/schema'

/** The Service in front of a webhook, of whichever kind. */
export const webhookServiceFields = {
  name: s.string({ description: 'Name of the Service.', default: '' }),
  namespace: s.string({ description: 'Namespace of the Service.', default: '' }),
  path: s.optional(s.string({ description: 'Path to send requests to.' })),
  port: s.optional(s.int32({ description: 'Port of the Service. 443 by default.' })),
}

/** Where a webhook is when no Service is in front of it, and who vouches for it. */
export const webhookAddressFields = {
  caBundle: s.optional(
    s.bytes({
      description: "PEM certificates, in base64, that vouch for the webhook's certificate. By default, the system's.",
    }),
  ),
  url: s.optional(s.string({ description: 'Address of the webhook, https://host:port/path.' })),
}
