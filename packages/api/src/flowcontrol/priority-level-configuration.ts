import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import {
  priorityLevelConfigurationRules,
  priorityLevelConfigurationTable,
} from './priority-level-configuration.rules.ts'

export const ExemptPriorityLevelConfiguration = s.object(
  {
    lendablePercent: s.optional(
      s.int32({ description: 'Part of it that other levels may borrow, in percent. 0 by default.' }),
    ),
    nominalConcurrencyShares: s.optional(
      s.int32({ description: "Shares of the server's concurrency set aside. 0 by default." }),
    ),
  },
  {
    description: 'Capacity that requests without limits are counted with.',
    component: 'io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration',
  },
)
export type ExemptPriorityLevelConfiguration = TypeOf<typeof ExemptPriorityLevelConfiguration>

export const QueuingConfiguration = s.object(
  {
    handSize: s.optional(
      s.int32({
        description: 'Queues that one flow may be dealt to, of which the shortest is taken. 8 by default.',
        default: 0,
      }),
    ),
    queueLengthLimit: s.optional(
      s.int32({ description: 'Requests that may wait in a queue. 50 by default.', default: 0 }),
    ),
    queues: s.optional(s.int32({ description: 'Number of queues. 64 by default.', default: 0 })),
  },
  { description: 'How requests queue.', component: 'io.k8s.api.flowcontrol.v1.QueuingConfiguration' },
)
export type QueuingConfiguration = TypeOf<typeof QueuingConfiguration>

export const LimitResponse = s.object(
  {
    queuing: s.optional(s.with(QueuingConfiguration, { description: 'How they queue; only with type Queue.' })),
    type: s.string({ description: 'Queue lets them wait, Reject refuses them.', default: '' }),
  },
  {
    description: 'What happens to requests that cannot run at once.',
    component: 'io.k8s.api.flowcontrol.v1.LimitResponse',
  },
)
export type LimitResponse = TypeOf<typeof LimitResponse>

export const LimitedPriorityLevelConfiguration = s.object(
  {
    borrowingLimitPercent: s.optional(
      s.int32({ description: 'How much it may borrow from others, in percent of its own. Without it, any amount.' }),
    ),
    lendablePercent: s.optional(
      s.int32({ description: 'Part of its concurrency that others may borrow, in percent. 0 by default.' }),
    ),
    limitResponse: s.with(LimitResponse, {
      description: 'What happens to requests that cannot run at once.',
      default: {},
    }),
    nominalConcurrencyShares: s.optional(
      s.int32({ description: "Shares of the server's concurrency. 30 by default." }),
    ),
  },
  {
    description: 'How much a priority level may do at a time.',
    component: 'io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration',
  },
)
export type LimitedPriorityLevelConfiguration = TypeOf<typeof LimitedPriorityLevelConfiguration>

export const PriorityLevelConfigurationSpec = s.object(
  {
    exempt: s.optional(s.with(ExemptPriorityLevelConfiguration, { description: 'Capacity, when type is Exempt.' })),
    limited: s.optional(s.with(LimitedPriorityLevelConfiguration, { description: 'Limits, when type is Limited.' })),
    type: s.string({ description: 'Exempt runs requests at once, Limited within limits.', default: '' }),
  },
  {
    description: 'How requests of a level are treated.',
    component: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec',
  },
)
export type PriorityLevelConfigurationSpec = TypeOf<typeof PriorityLevelConfigurationSpec>

export const PriorityLevelConfigurationCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.optional(s.string({ description: 'True, False or Unknown.' })),
    type: s.string({ description: 'What is observed.' }),
  },
  {
    description: 'One observation about a priority level.',
    component: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition',
  },
)
export type PriorityLevelConfigurationCondition = TypeOf<typeof PriorityLevelConfigurationCondition>

export const PriorityLevelConfigurationStatus = s.object(
  {
    conditions: s.optional(
      s.array(PriorityLevelConfigurationCondition, {
        description: 'Observations, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
  },
  {
    description: 'What the server found out about a priority level.',
    component: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus',
  },
)
export type PriorityLevelConfigurationStatus = TypeOf<typeof PriorityLevelConfigurationStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(PriorityLevelConfigurationSpec, {
      description: 'How requests of the level are treated.',
      default: {},
    }),
    status: s.optional(
      s.with(PriorityLevelConfigurationStatus, { description: 'What the server found out about it.', default: {} }),
    ),
  },
  {
    description: 'A priority level: how many of its requests the API server takes at a time.',
    component: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration',
  },
)

export const PriorityLevelConfiguration = defineKind({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  scope: 'Cluster',
  statusSubresource: true,
  schema,
  columns: priorityLevelConfigurationTable.columns,
  rules: priorityLevelConfigurationRules,
})
export type PriorityLevelConfiguration = TypeOf<typeof schema>
