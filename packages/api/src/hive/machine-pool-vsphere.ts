import { s } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'

const dataDisk = s.object({
  name: s.string({
    description: 'Name of the disk.',
    maxLength: 80,
    pattern: '^[a-zA-Z0-9]([-_a-zA-Z0-9]*[a-zA-Z0-9])?$',
  }),
  provisioningMode: s.optional(s.enum(['Thin', 'Thick', 'EagerlyZeroed'], { description: 'How space is reserved.' })),
  sizeGiB: s.int32({ description: 'Size in GiB.', minimum: 1, maximum: 16384 }),
})

/** What any machine on vSphere is made of. */
export const vsphereMachine = {
  cpus: s.optional(s.int32({ description: 'Processors of each machine.' })),
  coresPerSocket: s.optional(s.int32({ description: 'Cores of each socket.' })),
  memoryMB: s.optional(s.int64({ description: 'Memory of each machine in MiB.' })),
  osDisk: s.optional(
    s.object(
      { diskSizeGB: s.optional(s.int32({ description: 'Size in GB.' })) },
      { description: 'System disk of each machine.' },
    ),
  ),
  dataDisks: s.optional(
    s.array(dataDisk, { description: 'Further disks.', listType: 'map', listMapKeys: ['name'], maxItems: 29 }),
  ),
  zones: optionalTexts('Zones to spread the machines over.'),
}

/** Machines on vSphere. */
export const VsphereMachinePool = s.object({
  ...vsphereMachine,
  resourcePool: optionalText('Resource pool of the machines.'),
  tagIDs: s.optional(s.array(s.string(), { description: 'Tags of the machines.', maxItems: 10 })),
})
