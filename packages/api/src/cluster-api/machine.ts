import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalFlag } from '../openshift/fields.ts'
import {
  clusterApiConditions,
  machineAddresses,
  nextStatus,
  objectReference,
  observedGeneration,
  terminalFailure,
} from './fields.ts'
import { clusterApiV1Beta1 } from './group.ts'
import { ClusterApiMachineSpec } from './machine-spec.ts'

const fact = (description: string) => s.string({ description })
const time = (description: string) => s.optional(s.time({ description }))

const nodeInfo = s.object(
  {
    machineID: fact('Id that its system has.'),
    systemUUID: fact('Id that its hardware has.'),
    bootID: fact('Id of the time since it booted.'),
    kernelVersion: fact('Version of the kernel.'),
    osImage: fact('Name of the system.'),
    containerRuntimeVersion: fact('Version of the container runtime.'),
    kubeletVersion: fact('Version of the kubelet.'),
    kubeProxyVersion: fact('Version of kube-proxy.'),
    operatingSystem: fact('Kind of the system.'),
    architecture: fact('Architecture.'),
    swap: s.optional(
      s.object({ capacity: s.optional(s.int64({ description: 'Bytes of it.' })) }, { description: 'Swap space.' }),
    ),
  },
  { description: 'What the node says of itself.' },
)

const deletion = s.object(
  {
    nodeDrainStartTime: time('Since when pods are asked to leave.'),
    waitForNodeVolumeDetachStartTime: time('Since when volumes are awaited to leave.'),
    waitForPreDrainHookStartTime: time('Since when others are awaited before that.'),
    waitForPreTerminateHookStartTime: time('Since when others are awaited after that.'),
  },
  { description: 'How far deletion is.' },
)

const PHASES = [
  'Pending',
  'Provisioning',
  'Provisioned',
  'Running',
  'Deleting',
  'Deleted',
  'Failed',
  'Unknown',
] as const

const status = s.object(
  {
    phase: s.optional(s.enum(PHASES, { description: 'How far the machine is.' })),
    nodeRef: s.optional(objectReference('The node that it became.')),
    nodeInfo: s.optional(nodeInfo),
    addresses: machineAddresses,
    bootstrapReady: optionalFlag('Whether there is something to boot with.'),
    infrastructureReady: optionalFlag('Whether the provider has made it.'),
    lastUpdated: time('When the phase last changed.'),
    certificatesExpiryDate: time('When its certificates expire.'),
    deletion: s.optional(deletion),
    ...terminalFailure,
    observedGeneration,
    conditions: clusterApiConditions,
    v1beta2: nextStatus,
  },
  { description: 'What is known of the machine.' },
)

/** A machine of Cluster API. OpenShift has a kind of the same name. */
export const ClusterApiMachine = defineKind({
  ...clusterApiV1Beta1,
  kind: 'Machine',
  plural: 'machines',
  shortNames: ['ma'],
  schema: s.object(
    {
      ...kubeObject,
      spec: s.with(ClusterApiMachineSpec, { description: 'What the machine shall be.' }),
      status: s.optional(status),
    },
    { description: 'A machine that becomes a node.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterName' },
    { name: 'NodeName', type: 'string', jsonPath: '.status.nodeRef.name' },
    { name: 'ProviderID', type: 'string', jsonPath: '.spec.providerID' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    ageColumn,
    { name: 'Version', type: 'string', jsonPath: '.spec.version' },
  ],
})
export type ClusterApiMachine = ObjectOf<typeof ClusterApiMachine>
