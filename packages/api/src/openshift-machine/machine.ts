import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalText } from '../openshift/fields.ts'
import { machineV1Beta1 } from './group.ts'
import { MachineCondition, MachineSpec } from './machine-spec.ts'

const NodeReference = s.object(
  {
    kind: optionalText('Node.'),
    name: optionalText('Name of the node.'),
    uid: optionalText('Uid of the node.'),
  },
  { description: 'The node that it became.', mapType: 'atomic', preserveUnknown: true },
)

const status = s.object(
  {
    phase: optionalText('Provisioning, Provisioned, Running, Deleting or Failed.'),
    nodeRef: s.optional(NodeReference),
    addresses: s.optional(
      s.array(
        s.object({
          type: s.string({ description: 'Hostname, InternalIP, ExternalIP and so on.' }),
          address: s.string({ description: 'The address.' }),
        }),
        { description: 'Addresses of the machine.' },
      ),
    ),
    conditions: s.optional(
      s.array(MachineCondition, { description: 'What is known of it.', listType: 'map', listMapKeys: ['type'] }),
    ),
    lastUpdated: s.optional(s.time({ description: 'When this was last written.' })),
    errorReason: optionalText('What is wrong for good, in one word.'),
    errorMessage: optionalText('What is wrong for good, for people.'),
    providerStatus: s.optional(s.anyObject({ description: 'What the provider says, kept as it is.' })),
  },
  { description: 'What is known of the machine.', preserveUnknown: true },
)

const label = (name: string): string => `.metadata.labels['machine\\.openshift\\.io/${name}']`

/** A machine of an OpenShift cluster. Cluster API has a kind of the same name. */
export const OpenShiftMachine = defineKind({
  ...machineV1Beta1,
  kind: 'Machine',
  plural: 'machines',
  schema: s.object(
    { ...kubeObject, spec: MachineSpec, status: s.optional(status) },
    { description: 'A machine of an OpenShift cluster.' },
  ),
  columns: [
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Type', type: 'string', jsonPath: label('instance-type') },
    { name: 'Region', type: 'string', jsonPath: label('region') },
    { name: 'Zone', type: 'string', jsonPath: label('zone') },
    ageColumn,
    { name: 'Node', type: 'string', jsonPath: '.status.nodeRef.name', priority: 1 },
    { name: 'ProviderID', type: 'string', jsonPath: '.spec.providerID', priority: 1 },
    {
      name: 'State',
      type: 'string',
      jsonPath: ".metadata.annotations['machine\\.openshift\\.io/instance-state']",
      priority: 1,
    },
  ],
})
export type OpenShiftMachine = ObjectOf<typeof OpenShiftMachine>
