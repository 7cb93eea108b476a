import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { goDuration, optionalFlag, optionalTextMap } from '../openshift/fields.ts'
import { NameReference, optionalLocalReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'
import { installerEnv } from './installer-env.ts'
import { HivePlatform } from './platform.ts'

const claimLifetime = s.object(
  {
    default: s.optional(goDuration('Lifetime of claims that name none.')),
    maximum: s.optional(goDuration('Longest lifetime of a claim.')),
  },
  { description: 'How long clusters may be kept.' },
)

const InventoryEntry = s.object({
  kind: s.defaulted(
    s.enum(['', 'ClusterDeploymentCustomization'], {
      description: 'Kind of the entry.',
      default: 'ClusterDeploymentCustomization',
    }),
  ),
  name: s.string({ description: 'Name of the entry.' }),
})

const spec = s.object(
  {
    platform: s.with(HivePlatform, { description: 'Where to install: exactly one member.' }),
    baseDomain: s.string({ description: 'Domain below which the names of the clusters are.' }),
    imageSetRef: s.with(NameReference, { description: 'ClusterImageSet with the release to install.' }),
    size: s.int32({ description: 'Clusters to keep ready for claims.', minimum: 0 }),
    runningCount: s.optional(s.int32({ description: 'How many of them run; the others hibernate.', minimum: 0 })),
    maxSize: s.optional(s.int32({ description: 'Most clusters of the pool, claimed ones included.' })),
    maxConcurrent: s.optional(s.int32({ description: 'Most clusters to install or remove at once.' })),
    labels: optionalTextMap('Labels of the clusters.'),
    annotations: optionalTextMap('Annotations of the clusters.'),
    pullSecretRef: optionalLocalReference('Secret with .dockerconfigjson for the images of the clusters.'),
    installConfigSecretTemplateRef: optionalLocalReference('Secret with install-config.yaml to start from.'),
    customizationRef: optionalLocalReference('ClusterDeploymentCustomization for every cluster.'),
    inventory: s.optional(s.array(InventoryEntry, { description: 'Customizations, each for one cluster at a time.' })),
    installerEnv,
    installAttemptsLimit: s.optional(s.int32({ description: 'Attempts to install a cluster before giving up.' })),
    skipMachinePools: optionalFlag('Whether clusters get no MachinePool of their workers.'),
    claimLifetime: s.optional(claimLifetime),
    hibernateAfter: s.optional(goDuration('How long a cluster may run before it hibernates.')),
    hibernationConfig: s.optional(
      s.object(
        { resumeTimeout: s.optional(goDuration('How long a cluster may take to resume before it is replaced.')) },
        { description: 'How clusters hibernate.' },
      ),
    ),
  },
  { description: 'What the clusters of the pool shall be.' },
)

const status = s.object(
  {
    size: s.int32({ description: 'Clusters that are not claimed.' }),
    standby: s.optional(s.int32({ description: 'Those that are installed and hibernating.' })),
    ready: s.int32({ description: 'Those that are installed and running.' }),
    conditions: s.optional(probedConditions()),
  },
  { description: 'What Hive knows of the pool.' },
)

/** Clusters kept ready for claims. */
export const ClusterPool = defineKind({
  ...hiveV1,
  kind: 'ClusterPool',
  plural: 'clusterpools',
  shortNames: ['cp'],
  scope: 'Namespaced',
  statusSubresource: true,
  scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Clusters kept ready for claims.' },
  ),
  columns: [
    { name: 'Size', type: 'string', jsonPath: '.spec.size' },
    { name: 'Standby', type: 'string', jsonPath: '.status.standby' },
    { name: 'Ready', type: 'string', jsonPath: '.status.ready' },
    { name: 'BaseDomain', type: 'string', jsonPath: '.spec.baseDomain' },
    { name: 'ImageSet', type: 'string', jsonPath: '.spec.imageSetRef.name' },
  ],
})
export type ClusterPool = ObjectOf<typeof ClusterPool>
