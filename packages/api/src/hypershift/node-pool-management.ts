import { s } from '@skep/schema'
import { checked, unchanged } from '../openshift/rules.ts'

const replace = s.object(
  {
    strategy: s.optional(
      s.enum(['RollingUpdate', 'OnDelete'], {
        description: 'Whether machines are replaced, or their deletion awaited.',
      }),
    ),
    rollingUpdate: s.optional(
      s.object(
        {
          maxUnavailable: s.optional(s.intOrString({ description: 'How many may be missing meanwhile.' })),
          maxSurge: s.optional(s.intOrString({ description: 'How many there may be beyond replicas.' })),
        },
        { description: 'How fast machines are replaced.' },
      ),
    ),
  },
  {
    description: 'How machines are replaced.',
    default: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }, strategy: 'RollingUpdate' },
    ...checked({
      rule: "!has(self.rollingUpdate) || self.strategy == 'RollingUpdate'",
      message: "The 'rollingUpdate' field can only be set when 'strategy' is 'RollingUpdate'",
    }),
  },
)

/** How machines of a node pool come to a new release or configuration. */
export const NodePoolManagement = s.object(
  {
    upgradeType: s.enum(['Replace', 'InPlace'], {
      description: 'Whether machines are replaced, or changed where they are.',
      ...checked(unchanged('UpgradeType is immutable')),
    }),
    replace: s.defaulted(replace),
    inPlace: s.optional(
      s.object(
        { maxUnavailable: s.optional(s.intOrString({ description: 'How many are changed at a time; 1 by default.' })) },
        { description: 'How machines are changed where they are.' },
      ),
    ),
    autoRepair: s.defaulted(s.bool({ description: 'Whether unhealthy machines are replaced.', default: false })),
  },
  {
    description: 'How machines come to a new release or configuration.',
    ...checked({
      rule: "!has(self.inPlace) || self.upgradeType == 'InPlace'",
      message: "The 'inPlace' field can only be set when 'upgradeType' is 'InPlace'",
    }),
  },
)
