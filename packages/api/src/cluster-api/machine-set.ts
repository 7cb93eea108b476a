import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn } from '../openshift/fields.ts'
import { labelSelector } from '../openshift/references.ts'
import { clusterApiConditions, clusterName, optionalCount, terminalFailure } from './fields.ts'
import { clusterApiV1Beta1 } from './group.ts'
import { deletePolicy, machineCounts, machineNumbers, machineScale } from './machine-counts.ts'
import { machineNamingStrategy, machineTemplate } from './machine-spec.ts'

const spec = s.object(
  {
    clusterName,
    ...machineNumbers,
    deletePolicy,
    selector: labelSelector('The machines of the set.'),
    template: s.optional(machineTemplate),
    machineNamingStrategy,
  },
  { description: 'How many machines of what kind.' },
)

const status = s.object(
  {
    ...machineCounts,
    fullyLabeledReplicas: optionalCount('Machines with all labels of the template.'),
    ...terminalFailure,
    conditions: clusterApiConditions,
  },
  { description: 'How many machines there are.' },
)

/** Machines of Cluster API that are alike. OpenShift has a kind of the same name. */
export const ClusterApiMachineSet = defineKind({
  ...clusterApiV1Beta1,
  kind: 'MachineSet',
  plural: 'machinesets',
  shortNames: ['ms'],
  scale: machineScale,
  schema: s.object({ ...kubeObject, spec, status: s.optional(status) }, { description: 'Machines that are alike.' }),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterName' },
    { name: 'Desired', type: 'integer', jsonPath: '.spec.replicas', priority: 10 },
    { name: 'Replicas', type: 'integer', jsonPath: '.status.replicas' },
    { name: 'Ready', type: 'integer', jsonPath: '.status.readyReplicas' },
    { name: 'Available', type: 'integer', jsonPath: '.status.availableReplicas' },
    ageColumn,
    { name: 'Version', type: 'string', jsonPath: '.spec.template.spec.version' },
  ],
})
export type ClusterApiMachineSet = ObjectOf<typeof ClusterApiMachineSet>
