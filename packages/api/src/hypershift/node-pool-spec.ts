import { s, type TypeOf, type ValidationRule } from '@skep/schema'
import { LocalReference } from '../openshift/references.ts'
import { checked, matching, notRemoved, unchanged } from '../openshift/rules.ts'
import { pausedUntil, release } from './fields.ts'
import { NodePoolManagement } from './node-pool-management.ts'
import { NodePoolPlatform } from './node-pool-platform.ts'

const Taint = s.object({
  key: s.string({
    description: 'Key of the taint.',
    minLength: 1,
    maxLength: 253,
    ...checked(
      matching(
        String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$`,
        'key must be a qualified name with an optional subdomain prefix e.g. example.com/MyName',
      ),
    ),
  }),
  value: s.optional(
    s.string({
      description: 'Value of the taint.',
      maxLength: 253,
      ...checked(
        matching(
          '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$',
          "Value must start and end with alphanumeric characters and can only contain '-', '_', '.' in the middle",
        ),
      ),
    }),
  ),
  effect: s.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'], { description: 'What it does to pods.' }),
})

const autoScaling = s.object(
  {
    min: s.int32({ description: 'Fewest nodes.', minimum: 0 }),
    max: s.int32({ description: 'Most nodes.', minimum: 1 }),
  },
  {
    description: 'Bounds for the autoscaler, in place of a fixed number.',
    ...checked({ rule: 'self.min <= self.max', message: 'max must be equal or greater than min' }),
  },
)

const clusterName = s.string({
  description: 'The hosted cluster, in the same namespace.',
  minLength: 1,
  maxLength: 253,
  ...checked(
    unchanged('ClusterName is immutable'),
    matching(
      '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
      "clusterName must consist of lowercase alphanumeric characters or '-', start and end with an alphanumeric character, and be between 1 and 253 characters",
    ),
  ),
})

const DURATION = String.raw`^(0|([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+)$`
const timeout = (description: string) =>
  s.optional(s.string({ description, ...checked(matching(DURATION, 'must be a duration, such as 90s or 1h30m')) }))

const configMaps = (description: string) => s.optional(s.array(LocalReference, { description, maxItems: 10 }))

const RULES: ValidationRule[] = [
  notRemoved('arch', 'Arch is required once set'),
  {
    rule: "self.arch != 'arm64' || self.platform.type in ['GCP', 'None'] || has(self.platform.aws) || has(self.platform.azure) || has(self.platform.agent)",
    message: 'Setting Arch to arm64 is only supported for AWS, Azure, Agent, GCP and None',
  },
  { rule: '!(has(self.replicas) && has(self.autoScaling))', message: 'Both replicas or autoScaling should not be set' },
  {
    rule: "self.arch != 's390x' || has(self.platform.kubevirt)",
    message: 's390x is only supported on KubeVirt platform',
  },
  {
    rule: "self.platform.?aws.imageType.orValue('') != 'Windows' || self.arch == 'amd64'",
    message: "ImageType 'Windows' requires arch 'amd64' (AWS only)",
  },
  {
    rule: "!has(self.autoScaling) || self.autoScaling.min > 0 || self.platform.type in ['AWS', 'Azure']",
    message: 'Scale-from-zero (autoScaling.min=0) is currently only supported for AWS and Azure platforms',
  },
]

/** What a node pool shall be. */
export const NodePoolSpec = s.object(
  {
    clusterName,
    release: release('Release of the nodes.'),
    platform: NodePoolPlatform,
    replicas: s.optional(s.int32({ description: 'How many nodes; none by default.' })),
    autoScaling: s.optional(autoScaling),
    management: NodePoolManagement,
    config: configMaps('ConfigMaps with configuration of the machines: config.'),
    tuningConfig: configMaps('ConfigMaps with tuning of the nodes: tuning.'),
    nodeDrainTimeout: timeout('How long pods get to leave a node; for ever if 0.'),
    nodeVolumeDetachTimeout: timeout('How long volumes get to leave a node; for ever if 0.'),
    nodeLabels: s.optional(s.map(s.string(), { description: 'Labels of the nodes.' })),
    taints: s.optional(s.array(Taint, { description: 'Taints of the nodes.', maxItems: 50 })),
    pausedUntil: s.optional(pausedUntil(1)),
    arch: s.defaulted(
      s.enum(['arm64', 'amd64', 'ppc64le', 's390x'], {
        description: 'Architecture of the machines.',
        default: 'amd64',
        ...checked(unchanged('Arch is immutable')),
      }),
    ),
  },
  { description: 'What the nodes shall be.', ...checked(...RULES) },
)
export type NodePoolSpec = TypeOf<typeof NodePoolSpec>
