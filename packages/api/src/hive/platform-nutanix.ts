import { s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { localReference, optionalLocalReference } from '../openshift/references.ts'

/** Where Prism answers. */
export const prismEndpoint = s.object({
  address: s.string({ description: 'Host name or address.' }),
  port: s.int32({ description: 'Port.' }),
})

const stored = (description: string) =>
  s.optional(
    s.array(
      s.object({
        name: optionalText('Its name.'),
        referenceName: optionalText('Name by which machines refer to it.'),
        uuid: s.string({ description: 'Its id.' }),
      }),
      { description },
    ),
  )

const failureDomain = s.object({
  dataSourceImages: stored('Images to fill disks from.'),
  name: s.string({
    description: 'Name of the failure domain.',
    minLength: 1,
    maxLength: 64,
    pattern: '^[0-9A-Za-z_.-@/]+$',
  }),
  prismElement: s.object(
    {
      endpoint: s.optional(s.with(prismEndpoint, { description: 'Where it answers.' })),
      name: optionalText('Its name.'),
      uuid: s.string({ description: 'Its id.' }),
    },
    { description: 'The Prism Element.' },
  ),
  storageContainers: stored('Where disks are.'),
  subnetUUIDs: s.array(s.string(), { description: 'Subnets of the machines.', minItems: 1, listType: 'set' }),
})

/** A cluster on Nutanix. */
export const NutanixPlatform = s.object({
  credentialsSecretRef: localReference('Secret with username and password.'),
  certificatesSecretRef: optionalLocalReference('Secret with the CA certificates of Prism Central.'),
  prismCentral: s.with(prismEndpoint, { description: 'Where Prism Central answers.' }),
  failureDomains: s.optional(s.array(failureDomain, { description: 'Prism Elements to spread machines over.' })),
})
