import { s, type TypeOf } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { AwsMachinePool, AzureMachinePool, GcpMachinePool } from './machine-pool-clouds.ts'
import { NutanixMachinePool } from './machine-pool-nutanix.ts'
import { VsphereMachinePool } from './machine-pool-vsphere.ts'

const zones = optionalTexts('Zones to spread the machines over.')

const OpenStackMachinePool = s.object({
  flavor: s.string({ description: 'Flavor of the machines.' }),
  rootVolume: s.optional(
    s.object(
      { size: s.integer({ description: 'Size in GiB.' }), type: s.string({ description: 'Type of the volume.' }) },
      { description: 'Root volume of each machine.' },
    ),
  ),
  additionalSecurityGroupIDs: optionalTexts('Security groups besides those of the cluster.'),
})

const IbmCloudMachinePool = s.object({
  type: optionalText('Profile of the machines.'),
  zones,
  bootVolume: s.optional(
    s.object(
      { encryptionKey: optionalText('Key to encrypt it with.') },
      { description: 'Boot volume of each machine.' },
    ),
  ),
  dedicatedHosts: s.optional(
    s.array(s.object({ name: optionalText('Name of the host.'), profile: optionalText('Profile of the host.') }), {
      description: 'Hosts for these machines alone.',
    }),
  ),
})

/** What the machines of a pool are: exactly one member says so. */
export const MachinePoolPlatform = s.object({
  aws: s.optional(s.with(AwsMachinePool, { description: 'Amazon Web Services.' })),
  azure: s.optional(s.with(AzureMachinePool, { description: 'Microsoft Azure.' })),
  gcp: s.optional(s.with(GcpMachinePool, { description: 'Google Cloud.' })),
  ibmcloud: s.optional(s.with(IbmCloudMachinePool, { description: 'IBM Cloud.' })),
  nutanix: s.optional(s.with(NutanixMachinePool, { description: 'Nutanix.' })),
  openstack: s.optional(s.with(OpenStackMachinePool, { description: 'OpenStack.' })),
  vsphere: s.optional(s.with(VsphereMachinePool, { description: 'VMware vSphere.' })),
})
export type MachinePoolPlatform = TypeOf<typeof MachinePoolPlatform>
