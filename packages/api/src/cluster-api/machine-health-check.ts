import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalText } from '../openshift/fields.ts'
import { labelSelector } from '../openshift/references.ts'
import {
  clusterApiConditions,
  clusterName,
  conditionType,
  nextStatus,
  objectReference,
  observedGeneration,
} from './fields.ts'
import { clusterApiV1Beta1 } from './group.ts'

const OWN_CONDITIONS = ['Ready', 'Available', 'HealthCheckSucceeded', 'OwnerRemediated', 'ExternallyRemediated']

const timeout = s.string({ description: 'For how long it must be so.' })

const NodeCheck = s.object({
  type: s.string({ description: 'Type of the condition of the node.', minLength: 1 }),
  status: s.string({ description: 'Status that is unhealthy.', minLength: 1 }),
  timeout,
})

const MachineCheck = s.object({
  type: conditionType('Type of the condition of the machine.', {
    rule: `!(self in [${OWN_CONDITIONS.map((type) => `'${type}'`).join(', ')}])`,
    message: `type must not be one of: ${OWN_CONDITIONS.join(', ')}`,
  }),
  status: s.enum(['True', 'False', 'Unknown'], { description: 'Status that is unhealthy.' }),
  timeout,
})

const spec = s.object(
  {
    clusterName,
    selector: labelSelector('Machines that are looked after.'),
    unhealthyConditions: s.optional(
      s.array(NodeCheck, { description: 'Conditions of nodes that are unhealthy.', maxItems: 100 }),
    ),
    unhealthyMachineConditions: s.optional(
      s.array(MachineCheck, {
        description: 'Conditions of machines that are unhealthy.',
        minItems: 1,
        maxItems: 100,
        listType: 'atomic',
      }),
    ),
    maxUnhealthy: s.optional(s.intOrString({ description: 'Nothing is done while more than this are unhealthy.' })),
    unhealthyRange: s.optional(
      s.string({
        description: 'Something is done only while this many are unhealthy.',
        minLength: 1,
        maxLength: 32,
        pattern: '^\\[[0-9]+-[0-9]+\\]$',
      }),
    ),
    nodeStartupTimeout: optionalText('How long a machine may take to become a node.'),
    remediationTemplate: s.optional(objectReference('What is made of unhealthy machines, in place of deletion.')),
  },
  { description: 'Which machines are unhealthy.' },
)

const count = (description: string) => s.optional(s.int32({ description, minimum: 0 }))

const status = s.object(
  {
    expectedMachines: count('Machines that are looked after.'),
    currentHealthy: count('Those that are healthy.'),
    remediationsAllowed: count('How many more may be replaced.'),
    targets: s.optional(
      s.array(s.string({ minLength: 1, maxLength: 253 }), { description: 'Names of the machines.', maxItems: 10000 }),
    ),
    observedGeneration,
    conditions: clusterApiConditions,
    v1beta2: nextStatus,
  },
  { description: 'How the machines are.' },
)

/** Replaces machines that are unhealthy. */
export const MachineHealthCheck = defineKind({
  ...clusterApiV1Beta1,
  kind: 'MachineHealthCheck',
  plural: 'machinehealthchecks',
  shortNames: ['mhc', 'mhcs'],
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Replaces machines that are unhealthy.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterName' },
    { name: 'ExpectedMachines', type: 'integer', jsonPath: '.status.expectedMachines' },
    { name: 'MaxUnhealthy', type: 'string', jsonPath: '.spec.maxUnhealthy' },
    { name: 'CurrentHealthy', type: 'integer', jsonPath: '.status.currentHealthy' },
    ageColumn,
  ],
})
export type MachineHealthCheck = ObjectOf<typeof MachineHealthCheck>
