import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalText } from '../openshift/fields.ts'
import {
  cloudClusterStatus,
  cloudMachineStatus,
  cloudSpec,
  cloudTemplateStatus,
  controlPlaneEndpoint,
  OWNING_MACHINE,
} from './cloud-fields.ts'
import { CLUSTER_NAME_LABEL, infrastructureGroup } from './group.ts'

const azure = { ...infrastructureGroup, version: 'v1beta1' } as const
const readyPath = (member: string): string => `.status.conditions[?(@.type=='Ready')].${member}`

/** Azure's part of a cluster. */
export const AzureCluster = defineKind({
  ...azure,
  kind: 'AzureCluster',
  plural: 'azureclusters',
  schema: s.object(
    {
      ...kubeObject,
      spec: cloudSpec({
        location: s.string({ description: 'Region of the cluster.' }),
        resourceGroup: optionalText('Resource group of the cluster.'),
        subscriptionID: optionalText('Subscription of the cluster.'),
        controlPlaneEndpoint,
      }),
      status: s.optional(cloudClusterStatus),
    },
    { description: "Azure's part of a cluster." },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: CLUSTER_NAME_LABEL },
    { name: 'Ready', type: 'string', jsonPath: readyPath('status') },
    { name: 'Reason', type: 'string', jsonPath: readyPath('reason') },
    { name: 'Message', type: 'string', jsonPath: readyPath('message'), priority: 1 },
    { name: 'Resource Group', type: 'string', jsonPath: '.spec.resourceGroup', priority: 1 },
    { name: 'SubscriptionID', type: 'string', jsonPath: '.spec.subscriptionID', priority: 1 },
    { name: 'Location', type: 'string', jsonPath: '.spec.location', priority: 1 },
    { name: 'Endpoint', type: 'string', jsonPath: '.spec.controlPlaneEndpoint.host', priority: 1 },
  ],
})
export type AzureCluster = ObjectOf<typeof AzureCluster>

/** The identity that makes the machines of a cluster. */
export const AzureClusterIdentity = defineKind({
  ...azure,
  kind: 'AzureClusterIdentity',
  plural: 'azureclusteridentities',
  schema: s.object(
    {
      ...kubeObject,
      spec: cloudSpec({
        type: s.string({ description: 'Kind of the identity, such as WorkloadIdentity.' }),
        tenantID: s.string({ description: 'Tenant of the identity.' }),
        clientID: optionalText('Id of the identity.'),
      }),
      status: s.optional(cloudClusterStatus),
    },
    { description: 'The identity that makes the machines of a cluster.' },
  ),
})
export type AzureClusterIdentity = ObjectOf<typeof AzureClusterIdentity>

const machineSpec = cloudSpec({
  vmSize: s.string({ description: 'Size of the machine.' }),
  providerID: optionalText('Id of the machine.'),
  failureDomain: optionalText('Zone of the machine.'),
  sshPublicKey: optionalText('Key that may log in.'),
})

/** A machine on Azure. */
export const AzureMachine = defineKind({
  ...azure,
  kind: 'AzureMachine',
  plural: 'azuremachines',
  schema: s.object(
    {
      ...kubeObject,
      spec: machineSpec,
      status: s.optional(cloudMachineStatus({ vmState: optionalText('State of the machine.') })),
    },
    { description: 'A machine on Azure.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: CLUSTER_NAME_LABEL, priority: 1 },
    { name: 'Ready', type: 'string', jsonPath: readyPath('status') },
    { name: 'Severity', type: 'string', jsonPath: readyPath('severity') },
    { name: 'Reason', type: 'string', jsonPath: readyPath('reason') },
    { name: 'Message', type: 'string', jsonPath: readyPath('message'), priority: 1 },
    { name: 'State', type: 'string', jsonPath: '.status.vmState' },
    { name: 'Machine', type: 'string', jsonPath: OWNING_MACHINE, priority: 1 },
    { name: 'VM ID', type: 'string', jsonPath: '.spec.providerID', priority: 1 },
    { name: 'VM Size', type: 'string', jsonPath: '.spec.vmSize', priority: 1 },
    ageColumn,
  ],
})
export type AzureMachine = ObjectOf<typeof AzureMachine>

/** From what machines on Azure are made. */
export const AzureMachineTemplate = defineKind({
  ...azure,
  kind: 'AzureMachineTemplate',
  plural: 'azuremachinetemplates',
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
    { description: 'From what machines on Azure are made.' },
  ),
})
export type AzureMachineTemplate = ObjectOf<typeof AzureMachineTemplate>
