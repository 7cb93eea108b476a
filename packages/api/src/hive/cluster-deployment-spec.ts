import { s, type TypeOf } from '@skep/schema'
import { goDuration, optionalFlag, optionalText } from '../openshift/fields.ts'
import { optionalLocalReference } from '../openshift/references.ts'
import { ClusterMetadata } from './cluster-metadata.ts'
import { CertificateBundle, ControlPlaneConfig, HiveIngress } from './ingress.ts'
import { HivePlatform } from './platform.ts'
import { Provisioning } from './provisioning.ts'

const ClusterInstallReference = s.object({
  group: s.string({ description: 'API group of the object.' }),
  version: s.string({ description: 'API version of the object.' }),
  kind: s.string({ description: 'Kind of the object.' }),
  name: s.string({ description: 'Name of the object, in the same namespace.' }),
})

const ClusterPoolReference = s.object({
  namespace: s.string({ description: 'Namespace of the pool.' }),
  poolName: s.string({ description: 'Name of the pool.' }),
  claimName: optionalText('ClusterClaim that the cluster was given to.'),
  claimedTimestamp: s.optional(s.time({ description: 'When it was given.' })),
  clusterDeploymentCustomization: optionalLocalReference('Inventory entry of the pool that the cluster was made with.'),
})

/** What power a user may ask for. */
export const POWER_STATES = ['', 'Running', 'Hibernating'] as const

/** What a cluster shall be. */
export const ClusterDeploymentSpec = s.object({
  clusterName: s.string({ description: 'Name of the cluster, for DNS and tags.' }),
  baseDomain: s.string({ description: 'Domain below which the names of the cluster are.' }),
  platform: s.with(HivePlatform, { description: 'Where to install: exactly one member.' }),
  pullSecretRef: optionalLocalReference('Secret with .dockerconfigjson for the images of the cluster.'),
  preserveOnDelete: optionalFlag('Whether the cluster outlives this object.'),
  controlPlaneConfig: s.optional(s.with(ControlPlaneConfig, { description: 'How the API is served and reached.' })),
  ingress: s.optional(s.array(HiveIngress, { description: 'Ingress controllers of the cluster.', maxItems: 16 })),
  certificateBundles: s.optional(s.array(CertificateBundle, { description: 'Certificates to serve with.' })),
  manageDNS: optionalFlag('Whether Hive makes a DNS zone for the base domain.'),
  clusterMetadata: s.optional(s.with(ClusterMetadata, { description: 'What is known of the installed cluster.' })),
  installed: optionalFlag('Whether the cluster is installed.'),
  provisioning: s.optional(s.with(Provisioning, { description: 'How Hive installs the cluster.' })),
  clusterInstallRef: s.optional(
    s.with(ClusterInstallReference, { description: 'Object of another controller that installs the cluster.' }),
  ),
  clusterPoolRef: s.optional(s.with(ClusterPoolReference, { description: 'Pool that the cluster was made for.' })),
  powerState: s.optional(s.enum(POWER_STATES, { description: 'Whether it shall run; it does by default.' })),
  hibernateAfter: s.optional(goDuration('How long it may run before it hibernates.')),
  installAttemptsLimit: s.optional(s.int32({ description: 'Attempts to install before giving up.' })),
  boundServiceAccountSigningKeySecretRef: optionalLocalReference(
    'Secret with bound-service-account-signing-key.key, for tokens that a cloud trusts.',
  ),
})
export type ClusterDeploymentSpec = TypeOf<typeof ClusterDeploymentSpec>
