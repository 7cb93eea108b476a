import { defineKind, type KindDefinition, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalFlag, optionalText } from '../openshift/fields.ts'

const KEPT = 'what is not listed is kept as it is.'

const spec = s.object(
  {
    runStrategy: optionalText('Whether it runs: Always, Halted, Manual, RerunOnFailure or Once.'),
    running: optionalFlag('Whether it runs; runStrategy says more.'),
    template: s.anyObject({ description: 'The virtual machine itself, kept as it is.' }),
  },
  { description: `What the virtual machine shall be; ${KEPT}`, preserveUnknown: true },
)

const condition = s.object({
  type: s.string({ description: 'What the statement is about.' }),
  status: s.string({ description: 'True, False or Unknown.' }),
  reason: optionalText('Why, in one word for programs.'),
  message: optionalText('Why, for people.'),
  lastProbeTime: s.optional(s.time({ description: 'When the statement was last checked.', nullable: true })),
  lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.', nullable: true })),
})

const status = s.object(
  {
    conditions: s.optional(s.array(condition, { description: 'What is known of it.' })),
    created: optionalFlag('Whether it has been created.'),
    printableStatus: optionalText('How it is, for people.'),
    ready: optionalFlag('Whether it runs and is ready.'),
  },
  { description: `What is known of the virtual machine; ${KEPT}`, preserveUnknown: true },
)

/** A virtual machine of KubeVirt. */
export const VirtualMachine = defineKind({
  group: 'kubevirt.io',
  version: 'v1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
  kind: 'VirtualMachine',
  plural: 'virtualmachines',
  shortNames: ['vm', 'vms'],
  categories: ['all'],
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'A virtual machine of KubeVirt.' },
  ),
  columns: [
    ageColumn,
    { name: 'Status', type: 'string', jsonPath: '.status.printableStatus' },
    { name: 'Ready', type: 'string', jsonPath: ".status.conditions[?(@.type=='Ready')].status" },
  ],
})
export type VirtualMachine = ObjectOf<typeof VirtualMachine>

/** The kinds of KubeVirt that node pools are made of. */
export const kubevirtKinds: readonly KindDefinition[] = [VirtualMachine]
