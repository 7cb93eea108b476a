import { s, type TypeOf } from '@skep/schema'
import { optionalFlag, optionalText, optionalTexts } from '../openshift/fields.ts'

const count = (description: string) => s.optional(s.int64({ description }))
const texts = (description: string) => s.array(s.string(), { description })

const cpu = s.object(
  {
    architecture: optionalText('Architecture, such as x86_64.'),
    clockMegahertz: count('Clock rate.'),
    count: count('How many there are.'),
    flags: optionalTexts('What they can do.'),
    modelName: optionalText('Model.'),
  },
  { description: 'Processors.' },
)

const disk = s.object({
  id: s.string({ description: 'Id of the disk.' }),
  bootable: optionalFlag('Whether something can be booted from it.'),
  byID: optionalText('Path by id.'),
  byPath: optionalText('Path by place.'),
  driveType: optionalText('HDD, SSD, ...'),
  hctl: optionalText('Address on its bus.'),
  installationEligibility: s.optional(
    s.object(
      {
        eligible: optionalFlag('Whether a system can be installed on it.'),
        notEligibleReasons: texts('Why not.'),
      },
      { description: 'Whether a system can be installed on it, and why not.' },
    ),
  ),
  ioPerf: s.optional(
    s.object({ syncDurationMilliseconds: count('Time of a flush.') }, { description: 'How fast it is.' }),
  ),
  model: optionalText('Model.'),
  name: optionalText('Name of the device.'),
  path: optionalText('Path of the device.'),
  serial: optionalText('Serial number.'),
  sizeBytes: count('Size.'),
  smart: optionalText('What it reports of itself.'),
  vendor: optionalText('Who made it.'),
  wwn: optionalText('World wide name.'),
})

const gpu = s.object({
  address: optionalText('Address on its bus.'),
  deviceID: optionalText('Id of the device.'),
  name: optionalText('Name.'),
  vendor: optionalText('Who made it.'),
  vendorID: optionalText('Id of who made it.'),
})

const networkInterface = s.object({
  biosDevName: optionalText('Name that the BIOS gives it.'),
  clientID: optionalText('Id by which it asks for an address.'),
  flags: texts('Flags.'),
  hasCarrier: optionalFlag('Whether a cable is plugged in.'),
  ipV4Addresses: texts('Addresses with their prefixes.'),
  ipV6Addresses: texts('Addresses with their prefixes.'),
  macAddress: optionalText('MAC address.'),
  mtu: count('Largest packet.'),
  name: optionalText('Name.'),
  product: optionalText('Product.'),
  speedMbps: count('Speed.'),
  vendor: optionalText('Who made it.'),
})

/** What a host consists of, as its agent has found out. */
export const HostInventory = s.object(
  {
    bmcAddress: optionalText('Address of its management controller.'),
    bmcV6Address: optionalText('The same for IPv6.'),
    boot: s.optional(
      s.object(
        {
          currentBootMode: optionalText('bios or uefi.'),
          deviceType: optionalText('From what kind of device.'),
          pxeInterface: optionalText('Over which interface.'),
        },
        { description: 'How it was booted.' },
      ),
    ),
    cpu: s.optional(cpu),
    disks: s.optional(s.array(disk, { description: 'Disks.' })),
    gpus: s.optional(s.array(gpu, { description: 'Graphics processors.' })),
    hostname: optionalText('Name that it has.'),
    interfaces: s.optional(s.array(networkInterface, { description: 'Network interfaces.' })),
    memory: s.optional(
      s.object(
        { physicalBytes: count('All of it.'), usableBytes: count('What can be used.') },
        { description: 'Memory.' },
      ),
    ),
    reportTime: s.optional(s.time({ description: 'When this was found out.' })),
    systemVendor: s.optional(
      s.object(
        {
          manufacturer: optionalText('Who made it.'),
          productName: optionalText('Product.'),
          serialNumber: optionalText('Serial number.'),
          virtual: optionalFlag('Whether it is a virtual machine.'),
        },
        { description: 'What it is.' },
      ),
    ),
  },
  { description: 'What the host consists of.' },
)
export type HostInventory = TypeOf<typeof HostInventory>
