import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalFlag, optionalText, optionalTextMap } from '../openshift/fields.ts'
import { filledText, machineAddresses, objectReference } from './fields.ts'
import { infrastructureGroup } from './group.ts'

const kubevirt = { ...infrastructureGroup, version: 'v1alpha1' } as const

const conditions = s.optional(s.array(s.condition(), { description: 'What is known of it.' }))
const initialization = s.optional(
  s.object({ provisioned: optionalFlag('Whether it was ever there.') }, { description: 'How far it once was.' }),
)
const ready = s.bool({ description: 'Whether it is there.', default: false })
const infraClusterSecretRef = s.optional(objectReference('Secret with the kubeconfig of the cluster that runs it.'))
const metadata = s.optional(s.anyObject({ description: 'Labels and annotations, kept as they are.', nullable: true }))

const clusterSpec = s.object(
  {
    controlPlaneEndpoint: s.optional(
      s.object(
        { host: s.string({ description: 'Name or address.' }), port: s.integer({ description: 'Port.' }) },
        { description: 'Where the API is reached.' },
      ),
    ),
    controlPlaneServiceTemplate: s.optional(
      s.object(
        {
          metadata,
          spec: s.optional(
            s.object({ type: optionalText('Type of the service.') }, { description: 'What the service shall be.' }),
          ),
        },
        { description: 'Service of the control plane.' },
      ),
    ),
    infraClusterSecretRef,
    sshKeys: s.optional(
      s.object(
        {
          configRef: s.optional(objectReference('Object with the keys.')),
          dataSecretName: optionalText('Secret with the keys.'),
        },
        { description: 'Keys that may log in.' },
      ),
    ),
  },
  { description: 'What the cluster shall be.' },
)

const clusterStatus = s.object(
  {
    ready,
    initialization,
    failureDomains: s.optional(
      s.array(
        s.object({
          name: filledText('Name of it.', 256),
          controlPlane: optionalFlag('Whether control planes may be there.'),
          attributes: optionalTextMap('What is known of it.'),
        }),
        { description: 'Where machines may be.' },
      ),
    ),
    conditions,
  },
  { description: 'What is known of it.' },
)

/** A cluster whose machines are virtual machines of another. */
export const KubevirtCluster = defineKind({
  ...kubevirt,
  kind: 'KubevirtCluster',
  plural: 'kubevirtclusters',
  schema: s.object(
    { ...kubeObject, spec: s.optional(clusterSpec), status: s.optional(clusterStatus) },
    { description: 'A cluster whose machines are virtual machines of another.' },
  ),
})
export type KubevirtCluster = ObjectOf<typeof KubevirtCluster>

const machineSpec = s.object(
  {
    providerID: optionalText('Id of the machine.'),
    infraClusterSecretRef,
    virtualMachineBootstrapCheck: s.optional(
      s.object(
        {
          checkStrategy: s.defaulted(
            s.enum(['none', 'ssh'], { description: 'Whether it is asked over SSH.', default: 'ssh' }),
          ),
        },
        { description: 'How it is known to have booted.' },
      ),
    ),
    virtualMachineTemplate: s.optional(
      s.object(
        {
          metadata,
          spec: s.optional(s.anyObject({ description: 'What the virtual machine shall be, kept as it is.' })),
        },
        { description: 'The virtual machine.' },
      ),
    ),
  },
  { description: 'What the machine shall be.' },
)

const machineStatus = s.object(
  {
    ready,
    initialization,
    addresses: machineAddresses,
    loadBalancerConfigured: optionalFlag('Whether load balancers know it.'),
    nodeupdated: optionalFlag('Whether its node has its id.'),
    failureReason: optionalText('What is wrong for good, in one word.'),
    failureMessage: optionalText('What is wrong for good, for people.'),
    conditions,
  },
  { description: 'What is known of the machine.' },
)

/** A machine that is a virtual machine of a Kubernetes cluster. */
export const KubevirtMachine = defineKind({
  ...kubevirt,
  kind: 'KubevirtMachine',
  plural: 'kubevirtmachines',
  schema: s.object(
    { ...kubeObject, spec: s.optional(machineSpec), status: s.optional(machineStatus) },
    { description: 'A machine that is a virtual machine of a Kubernetes cluster.' },
  ),
  columns: [ageColumn, { name: 'Ready', type: 'boolean', jsonPath: '.status.ready' }],
})
export type KubevirtMachine = ObjectOf<typeof KubevirtMachine>

/** From what virtual machines are made. */
export const KubevirtMachineTemplate = defineKind({
  ...kubevirt,
  kind: 'KubevirtMachineTemplate',
  plural: 'kubevirtmachinetemplates',
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        { template: s.object({ spec: machineSpec }, { description: 'The machines to make.' }) },
        { description: 'The machines to make.' },
      ),
      status: s.optional(
        s.object(
          { capacity: s.optional(s.map(s.quantity(), { description: 'What one of them has.' })) },
          { description: 'What is known of them.' },
        ),
      ),
    },
    { description: 'From what virtual machines are made.' },
  ),
})
export type KubevirtMachineTemplate = ObjectOf<typeof KubevirtMachineTemplate>
