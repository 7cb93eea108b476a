import { s } from '@skep/schema'
import { optionalText, text } from './fields.ts'

const persistent = s.object(
  {
    size: s.defaulted(s.quantity({ description: 'Size of the volume.', default: '32Gi' })),
    storageClass: optionalText('Storage class of the volume.'),
    accessModes: s.optional(
      s.array(s.enum(['ReadWriteOnce', 'ReadWriteMany', 'ReadOnly', 'ReadWriteOncePod']), {
        description: 'By whom it is used at a time.',
        maxItems: 10,
      }),
    ),
    volumeMode: s.optional(s.enum(['Filesystem', 'Block'], { description: 'Whether it has a file system.' })),
  },
  { description: 'A volume that outlives the pod of the machine.' },
)

const rootVolume = s.object(
  {
    type: s.defaulted(s.enum(['Persistent'], { description: 'Which of the members says so.', default: 'Persistent' })),
    persistent: s.optional(persistent),
    diskImage: s.optional(
      s.object(
        { containerDiskImage: optionalText('Container image with the disk.', 2048) },
        { description: 'What to boot, in place of the image of the release.' },
      ),
    ),
    cacheStrategy: s.optional(
      s.object(
        { type: s.enum(['None', 'PVC'], { description: 'Whether a volume keeps a copy.', default: 'None' }) },
        { description: 'Whether the image is copied once for all machines.' },
      ),
    ),
  },
  { description: 'Root volume of each machine.', default: { persistent: { size: '32Gi' }, type: 'Persistent' } },
)

const compute = s.object(
  {
    memory: s.defaulted(s.quantity({ description: 'Memory of each machine.', default: '8Gi' })),
    cores: s.optional(s.int32({ description: 'Processors of each machine.', minimum: 1 })),
    qosClass: s.defaulted(
      s.enum(['Burstable', 'Guaranteed'], {
        description: 'Whether all of it is set aside.',
        default: 'Burstable',
      }),
    ),
  },
  { description: 'Size of each machine.', default: { cores: 2, memory: '8Gi' } },
)

/** Machines that are virtual machines of a Kubernetes cluster. */
export const KubevirtNodePool = s.object(
  {
    rootVolume,
    compute: s.defaulted(compute),
    networkInterfaceMultiqueue: s.defaulted(
      s.enum(['Enable', 'Disable'], { description: 'Whether traffic is shared among processors.', default: 'Enable' }),
    ),
    additionalNetworks: s.optional(
      s.array(s.object({ name: text('Namespace and name of the network.') }), {
        description: 'Further networks of the machines.',
        maxItems: 20,
      }),
    ),
    attachDefaultNetwork: s.defaulted(
      s.bool({ description: 'Whether they have the network of pods, too.', default: true }),
    ),
    nodeSelector: s.optional(s.map(s.string(), { description: 'Labels of the nodes that they run on.' })),
    hostDevices: s.optional(
      s.array(
        s.object({
          deviceName: text('Name of the device.'),
          count: s.defaulted(
            s.integer({ description: 'How many of it.', default: 1, minimum: 1, maximum: 2147483647 }),
          ),
        }),
        { description: 'Devices of the host that each gets.', maxItems: 10 },
      ),
    ),
  },
  { description: 'Virtual machines of a Kubernetes cluster.' },
)
