import { formatTime } from '@skep/base'
import { machineAddress } from '@skep/sim/provider'

const GIB = 2 ** 30

/** What a host reports of itself: a server with 16 processors, 64 GiB of memory, one disk and one cable. */
export function inventoryOf(serial: string, hostname: string, now: number) {
  const address = machineAddress(serial)
  return {
    hostname,
    reportTime: formatTime(now),
    cpu: { architecture: 'x86_64', count: 16, clockMegahertz: 2_600, modelName: 'Simulated', flags: [] },
    memory: { physicalBytes: 64 * GIB, usableBytes: 63 * GIB },
    interfaces: [
      {
        name: 'eno1',
        macAddress: macOf(serial),
        hasCarrier: true,
        ipV4Addresses: [`${address}/9`],
        ipV6Addresses: [],
        flags: ['up', 'broadcast', 'multicast'],
        mtu: 1_500,
        speedMbps: 25_000,
      },
    ],
    disks: [
      {
        id: '/dev/disk/by-id/sim-0',
        name: 'nvme0n1',
        path: '/dev/nvme0n1',
        driveType: 'SSD',
        sizeBytes: 480 * GIB,
        installationEligibility: { eligible: true, notEligibleReasons: [] },
      },
    ],
    boot: { currentBootMode: 'uefi' },
    systemVendor: { manufacturer: 'Skep', productName: 'Simulated host', serialNumber: serial },
  }
}

/** An address that is marked as made up by software. */
const macOf = (serial: string): string =>
  ['02', ...(serial.replaceAll('-', '').slice(-10).match(/../g) ?? [])].join(':')
