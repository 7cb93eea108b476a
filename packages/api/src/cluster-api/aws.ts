import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import {
  cloudClusterStatus,
  cloudMachineStatus,
  cloudSpec,
  cloudTemplateStatus,
  controlPlaneEndpoint,
  OWNING_MACHINE,
} from './cloud-fields.ts'
import { CLUSTER_NAME_LABEL, infrastructureGroup } from './group.ts'

const aws = { ...infrastructureGroup, version: 'v1beta2' } as const
const cluster = { name: 'Cluster', type: 'string', jsonPath: CLUSTER_NAME_LABEL } as const

/** AWS's part of a cluster. */
export const AwsCluster = defineKind({
  ...aws,
  kind: 'AWSCluster',
  plural: 'awsclusters',
  shortNames: ['awsc'],
  schema: s.object(
    {
      ...kubeObject,
      spec: s.optional(cloudSpec({ region: optionalText('Region of the cluster.'), controlPlaneEndpoint })),
      status: s.optional(cloudClusterStatus),
    },
    { description: "AWS's part of a cluster." },
  ),
  columns: [
    cluster,
    { name: 'Ready', type: 'string', jsonPath: '.status.ready' },
    { name: 'VPC', type: 'string', jsonPath: '.spec.network.vpc.id' },
    { name: 'Endpoint', type: 'string', jsonPath: '.spec.controlPlaneEndpoint', priority: 1 },
    { name: 'Bastion IP', type: 'string', jsonPath: '.status.bastion.publicIp' },
  ],
})
export type AwsCluster = ObjectOf<typeof AwsCluster>

const machineSpec = cloudSpec({
  instanceType: s.string({ description: 'Type of the machine.', minLength: 2 }),
  instanceID: optionalText('Id of the instance.'),
  providerID: optionalText('Id of the machine.'),
})

/** A machine on AWS. */
export const AwsMachine = defineKind({
  ...aws,
  kind: 'AWSMachine',
  plural: 'awsmachines',
  shortNames: ['awsm'],
  schema: s.object(
    {
      ...kubeObject,
      spec: machineSpec,
      status: s.optional(cloudMachineStatus({ instanceState: optionalText('State of the instance.') })),
    },
    { description: 'A machine on AWS.' },
  ),
  columns: [
    cluster,
    { name: 'State', type: 'string', jsonPath: '.status.instanceState' },
    { name: 'Ready', type: 'string', jsonPath: '.status.ready' },
    { name: 'InstanceID', type: 'string', jsonPath: '.spec.providerID' },
    { name: 'Machine', type: 'string', jsonPath: OWNING_MACHINE },
  ],
})
export type AwsMachine = ObjectOf<typeof AwsMachine>

/** From what machines on AWS are made. */
export const AwsMachineTemplate = defineKind({
  ...aws,
  kind: 'AWSMachineTemplate',
  plural: 'awsmachinetemplates',
  shortNames: ['awsmt'],
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        {
          template: s.object(
            {
              metadata: s.optional(s.anyObject({ description: 'Labels and annotations, kept as they are.' })),
              spec: machineSpec,
            },
            { description: 'The machines to make.' },
          ),
        },
        { description: 'The machines to make.' },
      ),
      status: s.optional(cloudTemplateStatus),
    },
    { description: 'From what machines on AWS are made.' },
  ),
})
export type AwsMachineTemplate = ObjectOf<typeof AwsMachineTemplate>
