import { s } from '@skep/schema'
import { checked } from '../openshift/rules.ts'

const seconds = (description: string) => s.optional(s.int32({ description, minimum: 0, maximum: 86400 }))
const percent = (description: string) => s.optional(s.int32({ description, minimum: 0, maximum: 100 }))

const scaleDown = s.object(
  {
    delayAfterAddSeconds: seconds('Seconds to wait after a node was added.'),
    delayAfterDeleteSeconds: seconds('Seconds to wait after a node was removed.'),
    delayAfterFailureSeconds: seconds('Seconds to wait after a removal failed.'),
    unneededDurationSeconds: seconds('Seconds that a node must have been unneeded.'),
    utilizationThresholdPercent: percent('Share of a node below which it is unneeded.'),
  },
  { description: 'When nodes are removed.' },
)

const LABEL_KEY = String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[a-zA-Z0-9]([a-zA-Z0-9_.-]{0,61}[a-zA-Z0-9])?$`

/** How node pools of a cluster grow and shrink. */
export const ClusterAutoscaling = s.object(
  {
    scaling: s.defaulted(
      s.enum(['ScaleUpOnly', 'ScaleUpAndScaleDown'], {
        description: 'Whether nodes are also removed.',
        default: 'ScaleUpAndScaleDown',
      }),
    ),
    scaleDown: s.optional(scaleDown),
    balancingIgnoredLabels: s.optional(
      s.array(s.string({ maxLength: 317 }), {
        description: 'Labels in which alike node pools may differ.',
        maxItems: 64,
        ...checked({
          rule: `self.all(key, key.matches(r'${LABEL_KEY}'))`,
          message: 'Each balancingIgnoredLabels item must be a valid label key',
        }),
      }),
    ),
    maxNodesTotal: s.optional(s.int32({ description: 'Most nodes of all node pools.', minimum: 0 })),
    maxPodGracePeriod: s.optional(
      s.int32({ description: 'Seconds that pods get to end before a node is removed.', minimum: 0 }),
    ),
    maxNodeProvisionTime: s.optional(
      s.string({
        description: 'How long a machine may take to become a node.',
        maxLength: 100,
        pattern: '^([0-9]+(\\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$',
      }),
    ),
    maxFreeDifferenceRatioPercent: percent('How much alike node pools may differ in what is free.'),
    podPriorityThreshold: s.optional(s.int32({ description: 'Pods below this priority bring no nodes.' })),
    expanders: s.optional(
      s.array(s.enum(['LeastWaste', 'Priority', 'Random']), {
        description: 'How one of several node pools is chosen to grow.',
        minItems: 1,
        maxItems: 3,
      }),
    ),
  },
  {
    description: 'How node pools grow and shrink.',
    ...checked({
      rule: "!has(self.scaleDown) || self.scaling == 'ScaleUpAndScaleDown'",
      message: 'scaleDown can only be set when scaling is ScaleUpAndScaleDown',
    }),
  },
)

const ROLE_ARN = '^arn:(aws|aws-cn|aws-us-gov):iam::[0-9]{12}:role/.+$'

/** Nodes that are made for pods rather than for node pools. */
export const AutoNode = s.object(
  {
    provisionerConfig: s.object(
      {
        name: s.enum(['Karpenter'], { description: 'Who makes them.' }),
        karpenter: s.optional(
          s.object(
            {
              platform: s.enum(['AWS'], { description: 'Where they are made.', maxLength: 100 }),
              aws: s.optional(
                s.object(
                  {
                    roleARN: s.string({
                      description: 'Role that makes them.',
                      maxLength: 2048,
                      ...checked({
                        rule: `self.matches('${ROLE_ARN}')`,
                        message:
                          'roleARN must be a valid AWS IAM role ARN (e.g. arn:aws:iam::123456789012:role/MyRole)',
                      }),
                    }),
                  },
                  { description: 'On AWS.' },
                ),
              ),
            },
            {
              description: 'Karpenter makes them.',
              ...checked({
                rule: "has(self.aws) == (self.platform == 'AWS')",
                message: 'aws is required when platform is AWS, and forbidden otherwise',
              }),
            },
          ),
        ),
      },
      {
        description: 'Who makes them, and where.',
        ...checked({
          rule: "has(self.karpenter) == (self.name == 'Karpenter')",
          message: 'karpenter is required when name is Karpenter, and forbidden otherwise',
        }),
      },
    ),
  },
  { description: 'Nodes that are made for pods rather than for node pools.' },
)
