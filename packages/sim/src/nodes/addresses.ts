/** Pods of all nodes share 10.128.0.0/9, 256 addresses per node and more where that is not enough for its pods. */
const POD_RANGE = 10 * 2 ** 24 + 128 * 2 ** 16
const POD_RANGE_SIZE = 2 ** 23
/** Networks are counted from 10.244.0.0, as most clusters do. */
const FIRST_POD_NETWORK = 116 * 2 ** 16
const MIN_NETWORK_SIZE = 2 ** 8
const MAX_NETWORK_SIZE = 2 ** 16
/** The network itself, its gateway and its broadcast address are nobody's. */
const RESERVED = 3

/** Address of a node, in 172.16.0.0/12. The first one of each range stays free, as a gateway would take it. */
export function nodeAddress(number: number): string {
  const host = 2 + (number - 1)
  return `172.${18 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`
}

/** Range of addresses for the pods of a node, large enough for as many as it takes. */
export function podNetwork(number: number, pods = 0): string {
  let size = MIN_NETWORK_SIZE
  while (size < pods + RESERVED && size < MAX_NETWORK_SIZE) size *= 2
  const offset = (FIRST_POD_NETWORK + (number - 1) * size) % POD_RANGE_SIZE
  return `${ipText(POD_RANGE + offset)}/${32 - Math.log2(size)}`
}

/** The addresses of a node's pods. One that was released is the last to be given out again. */
export class PodAddresses {
  readonly #base: number
  /** The last address that is given out, counted from the first of the network. */
  readonly #end: number
  readonly #used = new Set<number>()
  #last = 1

  /** Takes the addresses of a range such as `10.244.1.0/24`. */
  constructor(network: string) {
    const [address = '', length] = network.split('/')
    this.#base = ipNumber(address)
    this.#end = 2 ** (32 - Number(length)) - 2
  }

  /** A free address; undefined when there is none. */
  take(): string | undefined {
    if (this.#used.size >= this.#end - 1) return undefined
    do this.#last = this.#last >= this.#end ? 2 : this.#last + 1
    while (this.#used.has(this.#last))
    this.#used.add(this.#last)
    return ipText(this.#base + this.#last)
  }

  /** Marks the address of a pod that is there already. */
  keep(address: string): void {
    const host = ipNumber(address) - this.#base
    if (host > 1 && host <= this.#end) this.#used.add(host)
  }

  release(address: string): void {
    this.#used.delete(ipNumber(address) - this.#base)
  }
}

/** An IPv4 address of a number of 32 bits. */
export const ipText = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')

/** The number of 32 bits of an IPv4 address. */
export const ipNumber = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
