import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalText } from '../openshift/fields.ts'
import { labelSelector } from '../openshift/references.ts'
import { machineV1Beta1 } from './group.ts'
import { copiedMetadata, MachineCondition, MachineSpec } from './machine-spec.ts'

const spec = s.object(
  {
    replicas: s.defaulted(s.int32({ description: 'How many machines.', default: 1 })),
    minReadySeconds: s.optional(s.int32({ description: 'Seconds that a node must be ready to count.' })),
    deletePolicy: s.optional(
      s.enum(['Random', 'Newest', 'Oldest'], { description: 'Which machine goes first when there are too many.' }),
    ),
    selector: labelSelector('The machines of the set.'),
    template: s.optional(
      s.object(
        { metadata: copiedMetadata('Labels and annotations of the machines.'), spec: s.optional(MachineSpec) },
        { description: 'The machines to make.' },
      ),
    ),
  },
  { description: 'How many machines of what kind.', preserveUnknown: true },
)

const status = s.object(
  {
    replicas: s.optional(s.int32({ description: 'Machines that there are.' })),
    fullyLabeledReplicas: s.optional(s.int32({ description: 'Those with all labels of the template.' })),
    readyReplicas: s.optional(s.int32({ description: 'Those whose node is ready.' })),
    availableReplicas: s.optional(s.int32({ description: 'Those ready for long enough.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation that this is about.' })),
    labelSelector: optionalText('The selector as text, for the scale subresource.'),
    errorReason: optionalText('What is wrong for good, in one word.'),
    errorMessage: optionalText('What is wrong for good, for people.'),
    conditions: s.optional(
      s.array(MachineCondition, { description: 'What is known of it.', listType: 'map', listMapKeys: ['type'] }),
    ),
  },
  { description: 'How many machines there are.', preserveUnknown: true },
)

/** Machines of one kind in an OpenShift cluster. Cluster API has a kind of the same name. */
export const OpenShiftMachineSet = defineKind({
  ...machineV1Beta1,
  kind: 'MachineSet',
  plural: 'machinesets',
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.labelSelector',
  },
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Machines of one kind in an OpenShift cluster.' },
  ),
  columns: [
    { name: 'Desired', type: 'integer', jsonPath: '.spec.replicas' },
    { name: 'Current', type: 'integer', jsonPath: '.status.replicas' },
    { name: 'Ready', type: 'integer', jsonPath: '.status.readyReplicas' },
    { name: 'Available', type: 'string', jsonPath: '.status.availableReplicas' },
    ageColumn,
  ],
})
export type OpenShiftMachineSet = ObjectOf<typeof OpenShiftMachineSet>
