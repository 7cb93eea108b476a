import type { Service } from '@skep/api'
import type { Random } from '@skep/base'

/** 10.96.0.0/12, of which the first addresses are the cluster's own. */
const FIRST_IP = (10 << 24) | (96 << 16)
const RESERVED_IPS = 256
const IP_COUNT = 1 << 20
export const FIRST_NODE_PORT = 30_000
export const LAST_NODE_PORT = 32_767

/** The cluster IPs and node ports of one logical cluster, and which service holds each. */
export class AddressBook {
  readonly #holders = new Map<string, string>()
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** Who holds an address or port; undefined when it is free. */
  holderOf(address: string): string | undefined {
    return this.#holders.get(address)
  }

  note(key: string, service: Service): void {
    for (const address of addressesOf(service)) this.#holders.set(address, key)
  }

  release(key: string, service: Service): void {
    for (const address of addressesOf(service)) if (this.#holders.get(address) === key) this.#holders.delete(address)
  }

  allocateIp(key: string): string {
    return this.#allocate(key, () => formatIp(FIRST_IP + RESERVED_IPS + this.#random.int(IP_COUNT - RESERVED_IPS)))
  }

  allocateNodePort(key: string): number {
    return Number(
      this.#allocate(key, () => String(FIRST_NODE_PORT + this.#random.int(LAST_NODE_PORT - FIRST_NODE_PORT + 1))),
    )
  }

  #allocate(key: string, candidate: () => string): string {
    for (let attempt = 0; attempt < 10_000; attempt++) {
      const address = candidate()
      if (this.#holders.has(address)) continue
      this.#holders.set(address, key)
      return address
    }
    throw new Error('every address that was tried is in use: delete services that are no longer needed')
  }
}

function formatIp(ip: number): string {
  return [24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join('.')
}

/** IPs and ports share one book: no IP looks like a port. */
function addressesOf({ spec }: Service): string[] {
  const ips = (spec?.clusterIPs ?? []).filter((ip) => ip !== '' && ip !== 'None')
  const ports = (spec?.ports ?? []).flatMap(({ nodePort }) => (nodePort ? [String(nodePort)] : []))
  return [...ips, ...ports, ...(spec?.healthCheckNodePort ? [String(spec.healthCheckNodePort)] : [])]
}
