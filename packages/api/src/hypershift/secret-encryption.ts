import { s, type ValidationRule } from '@skep/schema'
import { localReference, optionalLocalReference } from '../openshift/references.ts'
import { checked } from '../openshift/rules.ts'
import { text } from './fields.ts'
import { managedIdentity, workloadIdentity } from './platform-azure-identities.ts'

const filled = (description: string, maxLength = 255) => s.string({ description, minLength: 1, maxLength })

/** A key of AWS. */
export const awsKey = {
  arn: s.string({
    description: 'The key.',
    minLength: 1,
    maxLength: 2048,
    ...checked({ rule: "self.startsWith('arn:')", message: "arn must start with 'arn:'" }),
  }),
}

/** A key of Azure. */
export const azureKey = {
  keyVaultName: filled('Key vault of the key.'),
  keyName: filled('Name of the key.'),
  keyVersion: filled('Version of the key.'),
}

/** A key of IBM Cloud. */
export const ibmCloudKey = {
  crkID: filled('Id of the root key.'),
  instanceID: filled('Id of the service with the key.'),
  correlationID: filled('Id under which use of the key is recorded.'),
  url: s.string({
    description: 'Where the service answers.',
    minLength: 1,
    maxLength: 2048,
    ...checked({ rule: "self.startsWith('https://')", message: "url must start with 'https://'" }),
  }),
  keyVersion: s.integer({ description: 'Version of the key.', minimum: 0, maximum: 2147483647 }),
}

const aws = s.object(
  {
    region: text('Region of the keys.'),
    activeKey: s.object(awsKey, { description: 'Key for what is written.' }),
    backupKey: s.optional(s.object(awsKey, { description: 'Key for what was written before.' })),
    auth: s.object({ awsKms: text('Role that uses the keys.', 2048) }, { description: 'Who uses the keys.' }),
  },
  { description: 'Keys of AWS.' },
)

const IN_HSM = "has(self.keyVaultType) && self.keyVaultType == 'ManagedHSM'"

const azureRules: ValidationRule[] = [
  {
    rule: '!has(self.backupKey) || self.activeKey.keyVaultName == self.backupKey.keyVaultName',
    message: 'backupKey.keyVaultName must match activeKey.keyVaultName; both keys must reside in the same Key Vault',
  },
  {
    rule: `(${IN_HSM}) == (${IN_HSM.replaceAll('self.', 'oldSelf.')})`,
    message: 'keyVaultType is immutable',
  },
  {
    rule: '!has(self.kms) || !has(self.workloadIdentity)',
    message: 'kms and workloadIdentity are mutually exclusive',
  },
  { rule: 'has(self.kms) || has(self.workloadIdentity)', message: 'one of kms or workloadIdentity must be set' },
  { rule: 'has(self.kms) == has(oldSelf.kms)', message: 'the KMS authentication mode is immutable once set' },
]

const azure = s.object(
  {
    activeKey: s.object(azureKey, { description: 'Key for what is written.' }),
    backupKey: s.optional(s.object(azureKey, { description: 'Key for what was written before.' })),
    keyVaultType: s.optional(s.enum(['KeyVault', 'ManagedHSM'], { description: 'What holds the keys.' })),
    keyVaultAccess: s.optional(s.enum(['Public', 'Private', ''], { description: 'From where it is reached.' })),
    kms: s.optional(managedIdentity('Identity that uses the keys.')),
    workloadIdentity: s.optional(workloadIdentity('Identity that uses the keys.')),
  },
  { description: 'Keys of Azure.', ...checked(...azureRules) },
)

const ibmcloud = s.object(
  {
    region: text('Region of the keys.'),
    auth: s.object(
      {
        type: s.enum(['Managed', 'Unmanaged'], { description: 'Which of the members says so.' }),
        managed: s.optional(s.object({}, { description: 'The service knows the cluster.' })),
        unmanaged: s.optional(
          s.object({ credentials: localReference('Secret with the credentials.') }, { description: 'By credentials.' }),
        ),
      },
      { description: 'By what the keys are used.' },
    ),
    keyList: s.array(s.object(ibmCloudKey), { description: 'The keys, newest first.', maxItems: 100 }),
  },
  { description: 'Keys of IBM Cloud.' },
)

/** How Secrets of a hosted cluster are encrypted. */
export const SecretEncryption = s.object(
  {
    type: s.enum(['kms', 'aescbc'], { description: 'Whether by a service that holds keys, or by keys of its own.' }),
    kms: s.optional(
      s.object(
        {
          provider: s.enum(['IBMCloud', 'AWS', 'Azure'], { description: 'Which of the members says so.' }),
          aws: s.optional(aws),
          azure: s.optional(azure),
          ibmcloud: s.optional(ibmcloud),
        },
        { description: 'A service that holds keys.' },
      ),
    ),
    aescbc: s.optional(
      s.object(
        {
          activeKey: localReference('Secret with the key for what is written.'),
          backupKey: optionalLocalReference('Secret with the key for what was written before.'),
        },
        { description: 'Keys of its own.' },
      ),
    ),
  },
  { description: 'How Secrets are encrypted where they are kept.' },
)
