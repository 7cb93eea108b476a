import { BlockList, isIP } from 'node:net'

/** A range of addresses. */
export interface AddressRange {
  /** Such as `10.0.0.0/8`. */
  readonly text: string
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  contains(address: string): boolean
}

/** The family of an address; undefined when it is none. */
export const familyOf = (address: string): AddressRange['family'] | undefined =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address) as 4 | 6]

/** Reads a range; undefined when it is none. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', prefix = ''] = text.split('/')
  const family = familyOf(address)
  const width = family === 'ipv6' ? 128 : 32
  if (family === undefined || !/^\d+$/.test(prefix) || Number(prefix) > width) return undefined
  const members = new BlockList()
  members.addSubnet(address, Number(prefix), family)
  const contains = (other: string) => {
    const otherFamily = familyOf(other)
    return otherFamily === family && members.check(other, family)
  }
  return { text, address, family, contains }
}

/** Whether two ranges have an address in common. */
export const overlap = (a: AddressRange, b: AddressRange): boolean => a.contains(b.address) || b.contains(a.address)
