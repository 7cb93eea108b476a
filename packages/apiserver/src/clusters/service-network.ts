import { formatAddress, maskedBits, parsePrefix } from '@skep/schema'

/** Where addresses of services come from, unless a cluster says otherwise. */
export const DEFAULT_SERVICE_NETWORK = '10.96.0.0/12'

/** Offsets do not get larger than this, however large the network is. */
const MAX_ADDRESSES = 1 << 20

/** A range of addresses, by their number in it. */
export interface ServiceNetwork {
  readonly family: 'IPv4' | 'IPv6'
  /** How many addresses may be given out; numbers start at 0, which is the network itself. */
  readonly size: number
  /** Such as `10.96.0.1` for 1. */
  addressAt(number: number): string
}

/** Reads a range such as `172.31.0.0/16`. Throws an Error that says what is wrong with the text. */
export function parseServiceNetwork(cidr: string): ServiceNetwork {
  const prefix = parsePrefix(cidr)
  const { length } = prefix.address
  const first = maskedBits(prefix)
  return {
    family: length === 32 ? 'IPv4' : 'IPv6',
    size: Math.min(2 ** (length - prefix.length), MAX_ADDRESSES),
    addressAt: (number) => formatAddress({ bits: first + BigInt(number), length, zone: '' }),
  }
}
