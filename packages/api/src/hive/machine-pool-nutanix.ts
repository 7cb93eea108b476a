import { s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { checked } from '../openshift/rules.ts'

const category = s.object({
  key: s.string({ description: 'Key of the category.', minLength: 1, maxLength: 64 }),
  value: s.string({ description: 'Value of the category.', minLength: 1, maxLength: 64 }),
})

const resource = (description: string) =>
  s.optional(
    s.object(
      {
        name: optionalText('Its name.'),
        type: s.enum(['uuid', 'name'], { description: 'By which of the two it is known.' }),
        uuid: optionalText('Its id.'),
      },
      { description },
    ),
  )

/** A member that goes with one type, and with no other. */
const onlyOfType = (type: string, member: string) => ({
  rule: `has(self.${member}) == (self.type == '${type}')`,
  message: `${member} configuration is required when type is ${type}, and forbidden otherwise`,
})

const deviceProperties = s.object(
  {
    adapterType: s.enum(['SCSI', 'IDE', 'PCI', 'SATA', 'SPAPR'], { description: 'What it is attached to.' }),
    deviceIndex: s.int32({ description: 'Its place at the adapter.', default: 0, minimum: 0 }),
    deviceType: s.enum(['Disk', 'CDRom'], { description: 'What the machine takes it for.', default: 'Disk' }),
  },
  { description: 'How the machine sees the disk.' },
)

const storageContainer = s.object(
  { type: s.enum(['uuid'], { description: 'By what it is known.' }), uuid: optionalText('Its id.') },
  { description: 'Container that has the disk.', ...checked(onlyOfType('uuid', 'uuid')) },
)

const storageConfig = s.object(
  {
    diskMode: s.defaulted(
      s.enum(['Standard', 'Flash'], { description: 'Whether it is kept on fast storage.', default: 'Standard' }),
    ),
    storageContainer: s.optional(storageContainer),
  },
  { description: 'How the disk is stored.' },
)

const dataDisk = s.object({
  dataSource: resource('Image to fill the disk from.'),
  deviceProperties: s.optional(deviceProperties),
  diskSize: s.quantity({ description: 'Size of the disk.' }),
  storageConfig: s.optional(storageConfig),
})

const gpu = s.object(
  {
    deviceID: s.optional(s.int32({ description: 'Id of the device.' })),
    name: optionalText('Name of the device.'),
    type: s.enum(['Name', 'DeviceID'], { description: 'By which of the two it is known.' }),
  },
  checked(onlyOfType('DeviceID', 'deviceID'), onlyOfType('Name', 'name')),
)

/** Machines on Nutanix. */
export const NutanixMachinePool = s.object({
  cpus: s.optional(s.int64({ description: 'Virtual processors of each machine.' })),
  coresPerSocket: s.optional(s.int64({ description: 'Cores of each socket.' })),
  memoryMiB: s.optional(s.int64({ description: 'Memory of each machine in MiB.' })),
  osDisk: s.optional(
    s.object(
      { diskSizeGiB: s.optional(s.int64({ description: 'Size in GiB.' })) },
      { description: 'System disk of each machine.' },
    ),
  ),
  bootType: s.optional(s.enum(['', 'Legacy', 'UEFI', 'SecureBoot'], { description: 'How the machines boot.' })),
  categories: s.optional(
    s.array(category, { description: 'Categories of the machines.', listType: 'map', listMapKeys: ['key'] }),
  ),
  dataDisks: s.optional(s.array(dataDisk, { description: 'Further disks.' })),
  failureDomains: s.optional(
    s.array(s.string(), { description: 'Failure domains to spread the machines over.', listType: 'set' }),
  ),
  gpus: s.optional(s.array(gpu, { description: 'GPUs of each machine.' })),
  project: resource('Project of the machines.'),
})
