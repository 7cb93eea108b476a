import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalFlag, optionalText, optionalTextMap } from '../openshift/fields.ts'
import { labelSelector, namespacedReference } from '../openshift/references.ts'
import { filledText, machineAddresses } from './fields.ts'

const agentV1Beta1 = {
  group: 'capi-provider.agent-install.openshift.io',
  version: 'v1beta1',
  custom: true,
  scope: 'Namespaced',
} as const

const reference = { name: optionalText('Name of the object.'), namespace: optionalText('Namespace of the object.') }
const conditions = s.optional(s.array(s.condition(), { description: 'What is known of it.' }))

const clusterSpec = s.object(
  {
    controlPlaneEndpoint: s.optional(
      s.object(
        {
          host: s.optional(filledText('Name or address.', 512)),
          port: s.optional(s.int32({ description: 'Port.', minimum: 1, maximum: 65535 })),
        },
        { description: 'Where the API is reached.', minProperties: 1 },
      ),
    ),
    ignitionEndpoint: s.optional(
      s.object(
        {
          url: optionalText('Where it answers.'),
          caCertificateReference: s.optional(namespacedReference('Secret with the authority of its certificate.')),
        },
        { description: 'Where machines get their configuration.' },
      ),
    ),
  },
  { description: 'How machines find the cluster.' },
)

const clusterStatus = s.object(
  {
    ready: optionalFlag('Whether machines can join.'),
    clusterDeploymentReference: s.object(reference, { description: 'ClusterDeployment that agents are bound to.' }),
    failureDomains: s.optional(
      s.array(
        s.object({
          name: filledText('Name of it.', 256),
          controlPlane: optionalFlag('Whether control planes may be there.'),
          attributes: optionalTextMap('What is known of it.'),
        }),
        { description: 'Where machines may be.', listType: 'map', listMapKeys: ['name'] },
      ),
    ),
    conditions,
  },
  { description: 'What is known of it.' },
)

/** A cluster whose machines run an agent. */
export const AgentCluster = defineKind({
  ...agentV1Beta1,
  kind: 'AgentCluster',
  plural: 'agentclusters',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: s.optional(clusterSpec), status: s.optional(clusterStatus) },
    { description: 'A cluster whose machines run an agent.' },
  ),
})
export type AgentCluster = ObjectOf<typeof AgentCluster>

const machineSpec = s.object(
  {
    agentLabelSelector: s.optional(labelSelector('Agents to take.')),
    providerID: optionalText('Id of the machine.'),
  },
  { description: 'Which agent the machine is.' },
)

const machineStatus = s.object(
  {
    ready: optionalFlag('Whether the machine is part of the cluster.'),
    agentRef: s.optional(s.object(reference, { description: 'The agent that was taken.' })),
    addresses: machineAddresses,
    failureReason: optionalText('What is wrong for good, in one word.'),
    failureMessage: optionalText('What is wrong for good, for people.'),
    conditions,
  },
  { description: 'What is known of the machine.' },
)

/** A machine that runs an agent. */
export const AgentMachine = defineKind({
  ...agentV1Beta1,
  kind: 'AgentMachine',
  plural: 'agentmachines',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: s.optional(machineSpec), status: s.optional(machineStatus) },
    { description: 'A machine that runs an agent.' },
  ),
})
export type AgentMachine = ObjectOf<typeof AgentMachine>

/** From what machines that run an agent are made. */
export const AgentMachineTemplate = defineKind({
  ...agentV1Beta1,
  kind: 'AgentMachineTemplate',
  plural: 'agentmachinetemplates',
  shortNames: ['agentmt'],
  categories: ['cluster-api'],
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        { template: s.object({ spec: machineSpec }, { description: 'The machines to make.' }) },
        { description: 'The machines to make.' },
      ),
    },
    { description: 'From what machines that run an agent are made.' },
  ),
})
export type AgentMachineTemplate = ObjectOf<typeof AgentMachineTemplate>
