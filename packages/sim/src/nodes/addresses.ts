/** Pods of all nodes share 10.128.0.0/9, 254 addresses per node, counted from 10.244.0.0 as most clusters do. */
const POD_NETWORKS = 128 * 256
const FIRST_POD_NETWORK = 116 * 256
const HOSTS_PER_NETWORK = 254

/** Address of a node, in 172.16.0.0/12. The first one of each range stays free, as a gateway would take it. */
export function nodeAddress(number: number): string {
  const host = 2 + (number - 1)
  return `172.${18 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`
}

/** Range of addresses for the pods of a node. */
export function podNetwork(number: number): string {
  const network = (FIRST_POD_NETWORK + number - 1) % POD_NETWORKS
  return `10.${128 + (network >> 8)}.${network & 255}.0/24`
}

/** The addresses of a node's pods. One that was released is the last to be given out again. */
export class PodAddresses {
  readonly #prefix: string
  readonly #used = new Set<number>()
  #last = 1

  /** Takes the first 254 addresses of a range such as `10.244.1.0/24`. */
  constructor(network: string) {
    this.#prefix = network.replace(/\.\d+\/\d+$/, '.')
  }

  /** A free address; undefined when there is none. */
  take(): string | undefined {
    if (this.#used.size >= HOSTS_PER_NETWORK - 1) return undefined
    do this.#last = this.#last >= HOSTS_PER_NETWORK ? 2 : this.#last + 1
    while (this.#used.has(this.#last))
    this.#used.add(this.#last)
    return `${this.#prefix}${this.#last}`
  }

  /** Marks the address of a pod that is there already. */
  keep(address: string): void {
    this.#used.add(this.#hostOf(address))
  }

  release(address: string): void {
    this.#used.delete(this.#hostOf(address))
  }

  #hostOf(address: string): number {
    return address.startsWith(this.#prefix) ? Number(address.slice(this.#prefix.length)) : 0
  }
}
