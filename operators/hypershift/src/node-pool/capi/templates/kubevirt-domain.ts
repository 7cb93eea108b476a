import type { NodePool } from '@skep/api'
import type { JsonObject } from '@skep/schema'

type KubevirtPool = NonNullable<NodePool['spec']['platform']['kubevirt']>

/** The computer that a virtual machine simulates. */
export function domainOf(kubevirt: KubevirtPool, rootVolume: string): JsonObject {
  const devices = hostDevices(kubevirt)
  return {
    devices: {
      interfaces: interfaceNames(kubevirt).map((name) => ({ name, bridge: {} })),
      disks: [{ name: rootVolume, disk: { bus: 'virtio' } }],
      ...(kubevirt.networkInterfaceMultiqueue === 'Enable' ? { networkInterfaceMultiqueue: true } : {}),
      ...(devices.length > 0 ? { hostDevices: devices } : {}),
    },
    ...computeOf(kubevirt.compute),
  }
}

/** The networks that a virtual machine is in. */
export const networksOf = (kubevirt: KubevirtPool): JsonObject[] => [
  ...(kubevirt.attachDefaultNetwork ? [{ name: 'default', pod: {} }] : []),
  ...(kubevirt.additionalNetworks ?? []).map(({ name }, index) => ({
    name: interfaceName(name, index),
    multus: { networkName: name },
  })),
]

const interfaceNames = (kubevirt: KubevirtPool): string[] => [
  ...(kubevirt.attachDefaultNetwork ? ['default'] : []),
  ...(kubevirt.additionalNetworks ?? []).map(({ name }, index) => interfaceName(name, index)),
]

const interfaceName = (network: string, index: number): string => `iface${index + 1}_${network.replaceAll('/', '-')}`

function computeOf({ cores, memory, qosClass }: KubevirtPool['compute']): JsonObject {
  if (qosClass === 'Guaranteed') {
    const all = { memory: String(memory), ...(cores ? { cpu: String(cores) } : {}) }
    return { resources: { requests: all, limits: all } }
  }
  return { memory: { guest: String(memory) }, ...(cores ? { cpu: { cores } } : {}) }
}

function hostDevices({ hostDevices: wanted = [] }: KubevirtPool): JsonObject[] {
  const names = wanted.flatMap(({ deviceName, count }) => Array.from({ length: count }, () => deviceName))
  return names.map((deviceName, index) => ({ name: `hostdevice-${index + 1}`, deviceName }))
}
