import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { goDuration, optionalFlag, optionalText, optionalTexts } from '../openshift/fields.ts'
import { LocalReference, namespacedReference, optionalLocalReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'
import { awsPrivateLink, failedProvisionConfig, managedDomains, privateLink } from './hive-config-clouds.ts'
import { controllersConfig, deploymentConfig, metricsConfig } from './hive-config-controllers.ts'

const backup = s.object(
  {
    velero: s.optional(
      s.object(
        { enabled: optionalFlag('Whether to back up.'), namespace: optionalText('Namespace of Velero.') },
        { description: 'Backups by Velero.' },
      ),
    ),
    minBackupPeriodSeconds: s.optional(
      s.integer({ description: 'Least seconds between two backups; 180 by default.' }),
    ),
  },
  { description: 'Backups of the objects of Hive.' },
)

const featureGates = s.object(
  {
    featureSet: s.optional(s.enum(['', 'Custom'], { description: 'Which set of features.' })),
    custom: s.optional(
      s.object(
        { enabled: optionalTexts('Features to enable.') },
        { description: 'Features of the custom set.', nullable: true },
      ),
    ),
  },
  { description: 'Features that are not for everybody.' },
)

const operation = {
  logLevel: optionalText('Least level of log lines.'),
  syncSetReapplyInterval: s.optional(goDuration('How often SyncSets are applied again.')),
  machinePoolPollInterval: s.optional(goDuration('How often machines are looked at.')),
  clusterVersionPollInterval: s.optional(goDuration('How often versions are looked at.')),
  maintenanceMode: optionalFlag('Whether the controllers rest.'),
  deprovisionsDisabled: optionalFlag('Whether no cluster is removed.'),
  deleteProtection: s.optional(
    s.enum(['enabled'], { description: 'Whether clusters are protected against deletion.' }),
  ),
  disabledControllers: optionalTexts('Controllers that do not run.'),
  controllersConfig,
  deploymentConfig,
  exportMetrics: optionalFlag('Whether metrics are offered to the cluster monitoring.'),
  metricsConfig,
  featureGates: s.optional(featureGates),
}

const spec = s.object(
  {
    targetNamespace: optionalText('Namespace that Hive runs in; hive by default.'),
    managedDomains,
    additionalCertificateAuthoritiesSecretRef: s.optional(
      s.array(LocalReference, { description: 'Secrets with CA certificates that clusters may be signed by.' }),
    ),
    globalPullSecretRef: optionalLocalReference('Pull secret that is merged into those of all clusters.'),
    hiveImagePullSecretRef: optionalLocalReference('Pull secret for the images of Hive.'),
    backup: s.optional(backup),
    failedProvisionConfig,
    serviceProviderCredentialsConfig: s.optional(
      s.object(
        {
          aws: s.optional(
            s.object(
              { credentialsSecretRef: optionalLocalReference('Secret that may assume the roles of clusters.') },
              { description: 'AWS.' },
            ),
          ),
        },
        { description: 'Credentials of the provider of this service.' },
      ),
    ),
    awsPrivateLink,
    privateLink,
    releaseImageVerificationConfigMapRef: s.optional(
      namespacedReference('ConfigMap with keys that releases are signed by.'),
    ),
    argoCDConfig: s.optional(
      s.object(
        {
          enabled: s.bool({ description: 'Whether clusters are registered.' }),
          namespace: optionalText('Namespace of Argo CD.'),
        },
        { description: 'Registration of clusters with Argo CD.' },
      ),
    ),
    ...operation,
  },
  { description: 'How Hive works here.', default: {} },
)

const status = s.object(
  {
    aggregatorClientCAHash: optionalText('Hash of the CA of the aggregator.'),
    observedGeneration: s.optional(s.int64({ description: 'Generation that was last applied.' })),
    configApplied: optionalFlag('Whether it was applied.'),
    conditions: s.optional(probedConditions()),
  },
  { description: 'Whether Hive is deployed.' },
)

/** How Hive works on this cluster; there is one, named hive. */
export const HiveConfig = defineKind({
  ...hiveV1,
  kind: 'HiveConfig',
  plural: 'hiveconfigs',
  scope: 'Cluster',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: s.defaulted(spec), status: s.optional(status) },
    { description: 'How Hive works on this cluster.' },
  ),
})
export type HiveConfig = ObjectOf<typeof HiveConfig>
