import type { Service } from '@skep/api'
import type { Random } from '@skep/base'
import type { ServiceNetwork } from '../../clusters/service-network.ts'

/** The first addresses of a network are the cluster's own: this many, or a sixteenth of a small network. */
const RESERVED_IPS = 256
export const FIRST_NODE_PORT = 30_000
export const LAST_NODE_PORT = 32_767

/** The cluster IPs and node ports of one logical cluster, and which service holds each. */
export class AddressBook {
  readonly #holders = new Map<string, string>()
  readonly #random: Random
  readonly #network: ServiceNetwork
  readonly #reserved: number

  constructor(random: Random, network: ServiceNetwork) {
    this.#random = random
    this.#network = network
    this.#reserved = Math.min(RESERVED_IPS, Math.ceil(network.size / 16))
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
    const count = this.#network.size - this.#reserved
    return this.#allocate(key, () => this.#network.addressAt(this.#reserved + this.#random.int(count)))
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

/** IPs and ports share one book: no IP looks like a port. */
function addressesOf({ spec }: Service): string[] {
  const ips = (spec?.clusterIPs ?? []).filter((ip) => ip !== '' && ip !== 'None')
  const ports = (spec?.ports ?? []).flatMap(({ nodePort }) => (nodePort ? [String(nodePort)] : []))
  return [...ips, ...ports, ...(spec?.healthCheckNodePort ? [String(spec.healthCheckNodePort)] : [])]
}
