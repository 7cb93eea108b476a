import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalText } from '../openshift/fields.ts'

const Target = s.object({
  apiVersion: optionalText('API version of the object.'),
  kind: s.string({ description: 'Kind of the object.', minLength: 1 }),
  name: s.string({ description: 'Name of the object.', minLength: 1 }),
})

const spec = s.object(
  {
    minReplicas: s.int32({ description: 'Fewest machines.', minimum: 0 }),
    maxReplicas: s.int32({ description: 'Most machines.', minimum: 1 }),
    scaleTargetRef: s.with(Target, { description: 'What to scale.' }),
  },
  { description: 'What to scale, and how far.' },
)

/** Lets the autoscaler of a cluster scale a MachineSet. */
export const MachineAutoscaler = defineKind({
  group: 'autoscaling.openshift.io',
  version: 'v1beta1',
  kind: 'MachineAutoscaler',
  plural: 'machineautoscalers',
  shortNames: ['ma'],
  scope: 'Namespaced',
  custom: true,
  statusSubresource: true,
  schema: s.object(
    {
      ...kubeObject,
      spec,
      status: s.optional(
        s.object(
          { lastTargetRef: s.optional(s.with(Target, { description: 'What it last scaled.' })) },
          { description: 'What it last did.' },
        ),
      ),
    },
    { description: 'Lets the autoscaler of a cluster scale a MachineSet.' },
  ),
  columns: [
    { name: 'Ref Kind', type: 'string', jsonPath: '.spec.scaleTargetRef.kind' },
    { name: 'Ref Name', type: 'string', jsonPath: '.spec.scaleTargetRef.name' },
    { name: 'Min', type: 'integer', jsonPath: '.spec.minReplicas' },
    { name: 'Max', type: 'integer', jsonPath: '.spec.maxReplicas' },
    ageColumn,
  ],
})
export type MachineAutoscaler = ObjectOf<typeof MachineAutoscaler>
