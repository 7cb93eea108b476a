import { s } from '@skep/schema'
import { localReference, optionalLocalReference } from '../openshift/references.ts'
import { checked, unchanged } from '../openshift/rules.ts'
import { AutoNode, ClusterAutoscaling } from './autoscaling.ts'
import { Capabilities } from './capabilities.ts'
import { ClusterConfiguration } from './configuration/index.ts'
import { kubeAPIServerDNSName } from './dns.ts'
import { text } from './fields.ts'
import { OperatorConfiguration } from './operator-configuration.ts'
import { HostedPlatform } from './platform.ts'
import { SecretEncryption } from './secret-encryption.ts'
import { publishedServices } from './services.ts'

const POLICIES = ['HighlyAvailable', 'SingleReplica'] as const

const Toleration = s.object({
  key: s.optional(s.string({ description: 'Key of the taint; any if empty.' })),
  operator: s.optional(s.string({ description: 'Exists or Equal.' })),
  value: s.optional(s.string({ description: 'Value of the taint, for Equal.' })),
  effect: s.optional(s.string({ description: 'Effect of the taint; any if empty.' })),
  tolerationSeconds: s.optional(s.int64({ description: 'For how long NoExecute is borne.' })),
})

const imageContentSource = s.object({
  source: text('Repository that images are asked of.'),
  mirrors: s.optional(
    s.array(s.string({ maxLength: 255 }), {
      description: 'Repositories that may answer.',
      maxItems: 255,
      listType: 'set',
    }),
  ),
})

const metricsSet = s.optional(s.enum(['Telemetry', 'SRE', 'All'], { description: 'Which metrics.' }))

const monitoring = s.object(
  {
    metricsSet,
    metricsForwarding: s.optional(
      s.object(
        {
          mode: s.enum(['Forward', 'None'], { description: 'Whether they are forwarded.' }),
          metricsSet,
        },
        { description: 'Metrics of the control plane that the cluster gets.' },
      ),
    ),
  },
  { description: 'Metrics of the control plane.', minProperties: 1 },
)

/** Fields that a hosted cluster and its control plane have alike. */
export const controlPlaneFields = {
  platform: HostedPlatform,
  services: publishedServices,
  pullSecret: localReference('Secret to pull images with: .dockerconfigjson.'),
  kubeAPIServerDNSName: s.optional(kubeAPIServerDNSName),
  controllerAvailabilityPolicy: s.defaulted(
    s.enum(POLICIES, {
      description: 'Whether parts of the control plane have replicas.',
      default: 'HighlyAvailable',
      ...checked(unchanged('ControllerAvailabilityPolicy is immutable')),
    }),
  ),
  infrastructureAvailabilityPolicy: s.defaulted(
    s.enum(POLICIES, { description: 'Whether parts in the cluster have replicas.', default: 'SingleReplica' }),
  ),
  serviceAccountSigningKey: optionalLocalReference('Secret with the key that signs tokens of service accounts.'),
  configuration: s.optional(ClusterConfiguration),
  operatorConfiguration: s.optional(OperatorConfiguration),
  autoscaling: s.optional(ClusterAutoscaling),
  autoNode: s.optional(AutoNode),
  auditWebhook: optionalLocalReference('Secret with webhook-kubeconfig, where audit events go.'),
  imageContentSources: s.optional(
    s.array(imageContentSource, { description: 'Where else images may come from.', maxItems: 255 }),
  ),
  additionalTrustBundle: optionalLocalReference('ConfigMap with further authorities: ca-bundle.crt.'),
  secretEncryption: s.optional(SecretEncryption),
  tolerations: s.optional(
    s.array(Toleration, { description: 'Taints that pods of the control plane bear.', maxItems: 25 }),
  ),
  labels: s.optional(s.map(s.string(), { description: 'Labels of pods of the control plane.', maxProperties: 20 })),
  capabilities: s.defaulted(Capabilities),
  monitoring: s.optional(monitoring),
}

/** Where catalogs of operators run. */
export const olmCatalogPlacement = s.enum(['management', 'guest'], {
  description: 'Where catalogs of operators run.',
  default: 'management',
})

/** Nodes of the management cluster that pods of the control plane go to. */
export const nodeSelector = s.map(s.string(), {
  description: 'Labels of the nodes that pods of the control plane go to.',
})
