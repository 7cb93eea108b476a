import { s, type TypeOf } from '@skep/schema'
import { optionalLocalReference } from '../openshift/references.ts'
import { AuthenticationStatus } from './configuration/authentication-status.ts'
import { apiEndpoint } from './dns.ts'
import { optionalText } from './fields.ts'
import { SecretEncryptionStatus } from './secret-encryption-status.ts'
import { ControlPlaneVersionStatus, HostedVersionStatus } from './version-status.ts'

const count = (description: string, maximum?: number) =>
  s.optional(s.int32({ description, minimum: 0, ...(maximum === undefined ? {} : { maximum }) }))

/** Conditions, of which there may be this many. */
export const limitedConditions = (maxItems: number) =>
  s.optional(
    s.array(s.condition(), {
      description: 'What is known about the object, one statement per type.',
      maxItems,
      listType: 'map',
      listMapKeys: ['type'],
    }),
  )

/** What is known of a hosted cluster and of its control plane alike. */
export const controlPlaneStatusFields = {
  conditions: limitedConditions(100),
  controlPlaneEndpoint: s.optional(apiEndpoint),
  controlPlaneVersion: s.optional(ControlPlaneVersionStatus),
  kubeadminPassword: optionalLocalReference('Secret with the password of the first user.'),
  platform: s.optional(
    s.object(
      {
        aws: s.optional(
          s.object(
            { defaultWorkerSecurityGroupID: optionalText('Security group of machines that name none.') },
            { description: 'AWS.' },
          ),
        ),
      },
      { description: 'What is known of it on its platform.' },
    ),
  ),
  autoNode: s.optional(
    s.object(
      {
        nodeCount: count('Nodes made for pods.'),
        nodeClaimCount: count('Nodes asked for.'),
        vcpus: count('Processors of those nodes.', 1_000_000),
      },
      { description: 'Nodes made for pods.', minProperties: 1 },
    ),
  ),
  configuration: s.optional(
    s.object(
      { authentication: s.optional(AuthenticationStatus) },
      { description: 'What the cluster says of its configuration.' },
    ),
  ),
  secretEncryption: s.optional(SecretEncryptionStatus),
}

/** What is known of a hosted cluster. */
export const HostedClusterStatus = s.object(
  {
    ...controlPlaneStatusFields,
    version: s.optional(HostedVersionStatus),
    kubeconfig: optionalLocalReference('Secret with the kubeconfig of the cluster.'),
    customKubeconfig: optionalLocalReference('Secret with the kubeconfig for the other name of the API.'),
    ignitionEndpoint: optionalText('Where machines get their configuration.', 1024),
    oauthCallbackURLTemplate: optionalText('Where identity providers send users back to.', 1024),
    payloadArch: s.optional(
      s.enum(['Multi', 'ARM64', 'AMD64', 'PPC64LE', 'S390X'], { description: 'Architectures of the release.' }),
    ),
    lastSuccessfulEtcdBackupURL: optionalText('Where the last backup is.', 2048),
  },
  { description: 'What is known of the cluster.' },
)
export type HostedClusterStatus = TypeOf<typeof HostedClusterStatus>
