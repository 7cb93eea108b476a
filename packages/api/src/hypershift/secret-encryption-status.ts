import { s } from '@skep/schema'
import { checked, matching, memberOnlyWith } from '../openshift/rules.ts'
import { awsKey, azureKey, ibmCloudKey } from './secret-encryption.ts'

const PROVIDERS = ['Azure', 'AWS', 'IBMCloud', 'AESCBC'] as const
const provider = s.enum(PROVIDERS, { description: 'Who holds the key.' })
const hash = (description: string) => s.string({ description, minLength: 1, maxLength: 64 })

const aescbc = s.object(
  {
    secret: s.object(
      {
        name: s.string({
          description: 'Name of the Secret.',
          minLength: 1,
          maxLength: 253,
          ...checked(
            matching(
              String.raw`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`,
              'name must consist only of lowercase alphanumeric characters, hyphens, and periods. Each period-separated segment must start and end with an alphanumeric character.',
            ),
          ),
        }),
      },
      { description: 'Secret with the key.' },
    ),
    dataHash: hash('Hash of the key.'),
  },
  { description: 'A key of its own.' },
)

const usedKey = (description: string) =>
  s.optional(
    s.object(
      {
        provider,
        aescbc: s.optional(aescbc),
        aws: s.optional(s.object(awsKey, { description: 'A key of AWS.' })),
        azure: s.optional(s.object(azureKey, { description: 'A key of Azure.' })),
        ibmCloud: s.optional(s.object(ibmCloudKey, { description: 'A key of IBM Cloud.' })),
      },
      {
        description,
        ...checked(
          memberOnlyWith('provider', 'Azure', 'azure'),
          memberOnlyWith('provider', 'AWS', 'aws'),
          memberOnlyWith('provider', 'IBMCloud', 'ibmCloud'),
          memberOnlyWith('provider', 'AESCBC', 'aescbc'),
        ),
      },
    ),
  )

const pastKey = (description: string) =>
  s.object({ provider, fingerprint: hash('What sets the key apart.') }, { description })

const change = s.object({
  state: s.enum(['ReadOnlyDeploy', 'WritePromote', 'Migrating', 'Completed', 'Interrupted'], {
    description: 'How far it went.',
  }),
  startedTime: s.time({ description: 'When it began.' }),
  completionTime: s.optional(s.time({ description: 'When it ended.' })),
  from: pastKey('The key before.'),
  to: pastKey('The key after.'),
})

/** By which keys Secrets of a cluster are encrypted, and were. */
export const SecretEncryptionStatus = s.object(
  {
    activeKey: usedKey('Key for what is written.'),
    targetKey: usedKey('Key that is being changed to.'),
    history: s.optional(
      s.array(change, { description: 'Past changes, newest first.', minItems: 1, maxItems: 5, listType: 'atomic' }),
    ),
  },
  { description: 'How Secrets are encrypted.', minProperties: 1 },
)
