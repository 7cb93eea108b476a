import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { optionalText, optionalTextMap, optionalTexts } from '../openshift/fields.ts'
import { localReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'
import { MachinePoolPlatform } from './machine-pool-platform.ts'

const Taint = s.object({
  key: s.string({ description: 'Key of the taint.' }),
  value: optionalText('Value of the taint.'),
  effect: s.string({ description: 'NoSchedule, PreferNoSchedule or NoExecute.' }),
  timeAdded: s.optional(s.time({ description: 'When it was added.' })),
})

const autoscaling = s.object(
  {
    minReplicas: s.int32({ description: 'Fewest machines.' }),
    maxReplicas: s.int32({ description: 'Most machines.' }),
  },
  { description: 'Bounds for the autoscaler, in place of a fixed number.' },
)

const spec = s.object(
  {
    clusterDeploymentRef: localReference('The cluster.'),
    name: s.string({ description: 'Name of the pool in the cluster.' }),
    replicas: s.optional(s.int64({ description: 'How many machines; one by default.' })),
    autoscaling: s.optional(autoscaling),
    platform: s.with(MachinePoolPlatform, { description: 'What the machines are: exactly one member.' }),
    labels: optionalTextMap('Labels of the nodes.'),
    machineLabels: optionalTextMap('Labels of the machines.'),
    taints: s.optional(s.array(Taint, { description: 'Taints of the nodes.' })),
  },
  { description: 'What the machines shall be.' },
)

const MachineSetStatus = s.object({
  name: s.string({ description: 'Name of the MachineSet.' }),
  replicas: s.int32({ description: 'Machines it asks for.' }),
  readyReplicas: s.optional(s.int32({ description: 'Machines that are ready.' })),
  minReplicas: s.int32({ description: 'Fewest machines.' }),
  maxReplicas: s.int32({ description: 'Most machines.' }),
  errorReason: optionalText('What is wrong, in one word.'),
  errorMessage: optionalText('What is wrong, for people.'),
})

const status = s.object(
  {
    replicas: s.optional(s.int32({ description: 'Machines of all MachineSets.' })),
    machineSets: s.optional(s.array(MachineSetStatus, { description: 'The MachineSets in the cluster.' })),
    conditions: s.optional(probedConditions()),
    controlledByReplica: s.optional(s.int64({ description: 'Replica of the controller that looks after it.' })),
    ownedLabels: optionalTexts('Keys of node labels that Hive put there.'),
    ownedMachineLabels: optionalTexts('Keys of machine labels that Hive put there.'),
    ownedTaints: s.optional(
      s.array(s.object({ key: optionalText('Key of the taint.'), effect: optionalText('Effect of the taint.') }), {
        description: 'Taints that Hive put there.',
      }),
    ),
  },
  { description: 'What Hive knows of the machines.' },
)

/** Machines of one kind in a cluster. Cluster API has a kind of the same name. */
export const HiveMachinePool = defineKind({
  ...hiveV1,
  kind: 'MachinePool',
  plural: 'machinepools',
  scope: 'Namespaced',
  statusSubresource: true,
  scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Machines of one kind in a cluster.' },
  ),
  columns: [
    { name: 'PoolName', type: 'string', jsonPath: '.spec.name' },
    { name: 'ClusterDeployment', type: 'string', jsonPath: '.spec.clusterDeploymentRef.name' },
    { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
  ],
})
export type HiveMachinePool = ObjectOf<typeof HiveMachinePool>
