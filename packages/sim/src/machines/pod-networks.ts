import type { PodNetworkSettings } from '../hosted/contracts.ts'
import { ipNumber, ipText } from '../nodes/addresses.ts'

/** The part of a cluster's addresses that one node has for its pods. */
export interface PodNetwork {
  /** Where it is among all parts, from 1 on. */
  readonly number: number
  /** Such as `10.132.0.0/23`. */
  readonly cidr: string
}

/**
 * Hands out the parts of a cluster's addresses to its nodes. A part is nobody else's for as long as the node is there
 * that has it, also when its machine has been gone for long, and the last to be given out again.
 */
export class PodNetworks {
  readonly #settings: PodNetworkSettings
  readonly #base: number
  readonly #size: number
  readonly #count: number
  readonly #taken = new Set<number>()
  /** Names of the nodes that have, or had, those which no machine uses now. */
  readonly #left = new Map<number, string>()
  #last = 0

  constructor(settings: PodNetworkSettings) {
    const [address = '', length] = settings.cidr.split('/')
    this.#settings = settings
    this.#base = ipNumber(address)
    this.#size = 2 ** (32 - settings.hostPrefix)
    this.#count = Math.max(2 ** (settings.hostPrefix - Number(length)), 1)
  }

  /** Takes a part that no node has. Rejects when there is none. */
  async take(isThere: (nodeName: string) => Promise<boolean>): Promise<PodNetwork> {
    for (let tried = 0; tried < this.#count; tried++) {
      const number = (this.#last % this.#count) + 1
      this.#last = number
      if (this.#taken.has(number)) continue
      if (await this.#claim(number, isThere)) return { number, cidr: this.#cidrOf(number) }
    }
    const { cidr, hostPrefix } = this.#settings
    throw new Error(`no /${hostPrefix} of ${cidr} is left for the pods of another node`)
  }

  /** Says that a node has a part. */
  keep(cidr: string): void {
    const number = this.#numberOf(cidr)
    this.#taken.add(number)
    this.#left.delete(number)
  }

  /** Says that no machine uses the part of a node: another one may have it once the node is gone. */
  leave(cidr: string, nodeName: string): void {
    const number = this.#numberOf(cidr)
    this.#taken.delete(number)
    this.#left.set(number, nodeName)
  }

  /** Takes a part unless a node that is there has it. Nobody else gets it while that is found out. */
  async #claim(number: number, isThere: (nodeName: string) => Promise<boolean>): Promise<boolean> {
    this.#taken.add(number)
    const former = this.#left.get(number)
    if (former === undefined) return true
    let isFree = false
    try {
      const isGone = !(await isThere(former))
      // Unless a machine resumed meanwhile, and keeps it.
      isFree = isGone && this.#left.has(number)
    } finally {
      if (isFree) this.#left.delete(number)
      else if (this.#left.has(number)) this.#taken.delete(number)
    }
    return isFree
  }

  #cidrOf(number: number): string {
    return `${ipText(this.#base + (number - 1) * this.#size)}/${this.#settings.hostPrefix}`
  }

  #numberOf(cidr: string): number {
    return Math.floor((ipNumber(cidr.split('/')[0] ?? '') - this.#base) / this.#size) + 1
  }
}
