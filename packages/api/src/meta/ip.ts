import { isIP, isIPv6 } from 'node:net'
import { type FieldError, fieldError } from '@skep/schema'

/** 4 or 6, or 0 for what is no address. Zones are not part of an address here. */
const familyOf = (value: string): 0 | 4 | 6 => (value.includes('%') ? 0 : (isIP(value) as 0 | 4 | 6))

const DOTTED = /^\d+\.\d+\.\d+\.\d+$/
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/i

const withoutLeadingZeros = (value: string): string => value.replace(/(^|\.)0+(?=\d)/g, '$1')

/** Whether a value is an IPv6 address. */
export const isIpv6 = (value: string): boolean => !value.includes('%') && isIPv6(value)

/** The family of an address as services name it. */
export const ipFamilyOf = (value: string): 'IPv4' | 'IPv6' => (isIpv6(value) ? 'IPv6' : 'IPv4')

/** An IP address in any notation that is not ambiguous. */
export function validateIp(value: string, path: string): FieldError[] {
  if (MAPPED_IPV4.test(value) && familyOf(value) === 6) {
    return [fieldError.invalid(path, value, 'must not be an IPv4-mapped IPv6 address')]
  }
  if (familyOf(value) !== 0) return []
  if (DOTTED.test(value) && familyOf(withoutLeadingZeros(value)) === 4) {
    return [fieldError.invalid(path, value, 'must not have leading 0s')]
  }
  return [fieldError.invalid(path, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
}

/** The bits of an address as one number, or undefined for what is no address. */
export function ipToBits(value: string): bigint | undefined {
  const family = familyOf(value)
  if (family === 0) return undefined
  const bytes = family === 4 ? value.split('.').map(Number) : ipv6Bytes(value)
  return bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n)
}

function ipv6Bytes(value: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(value)
  const text = dotted ? `${value.slice(0, dotted.index)}0:0` : value
  const [head = '', tail] = text.split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  const bytes = groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
  return dotted ? [...bytes.slice(0, 12), ...dotted.slice(1).map(Number)] : bytes
}

const CIDR_EXAMPLE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** A range of addresses, `10.0.0.0/8`, with no bits set beyond the prefix. */
export function validateCidr(value: string, path: string): FieldError[] {
  const [address = '', prefix = ''] = value.split('/')
  const plain = DOTTED.test(address) ? withoutLeadingZeros(address) : address
  const width = { 0: -1, 4: 32, 6: 128 }[familyOf(plain)]
  if (!/^[^/]+\/\d+$/.test(value) || Number(prefix) > width) return [fieldError.invalid(path, value, CIDR_EXAMPLE)]
  if (plain !== address || /^0\d/.test(prefix)) {
    return [fieldError.invalid(path, value, 'must not have leading 0s in IP or prefix length')]
  }
  if (MAPPED_IPV4.test(address)) return [fieldError.invalid(path, value, 'must not have an IPv4-mapped IPv6 address')]
  const hostBits = (1n << BigInt(width - Number(prefix))) - 1n
  return ((ipToBits(address) ?? 0n) & hostBits) === 0n
    ? []
    : [fieldError.invalid(path, value, 'must not have bits set beyond the prefix length')]
}

/** An address that traffic can be sent to: no loopback, link-local, multicast or unspecified one. */
export function validateEndpointIp(value: string, path: string): FieldError[] {
  const bits = ipToBits(value)
  if (bits === undefined) return [fieldError.invalid(path, value, 'must be a valid IP address')]
  const ranges = isIpv6(value) ? SPECIAL_IPV6 : SPECIAL_IPV4
  const found = ranges.find(({ shift, prefix }) => bits >> shift === prefix)
  if (bits === 0n) return [fieldError.invalid(path, value, `may not be unspecified (${value})`)]
  return found === undefined ? [] : [fieldError.invalid(path, value, found.complaint)]
}

const LOOPBACK = 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
const LINK_LOCAL = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'
const LINK_LOCAL_MULTICAST = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'

const SPECIAL_IPV4 = [
  { shift: 24n, prefix: 127n, complaint: LOOPBACK },
  { shift: 16n, prefix: 0xa9fen, complaint: LINK_LOCAL },
  { shift: 8n, prefix: 0xe00000n, complaint: LINK_LOCAL_MULTICAST },
]
const SPECIAL_IPV6 = [
  { shift: 0n, prefix: 1n, complaint: LOOPBACK },
  { shift: 118n, prefix: 0x3fan, complaint: LINK_LOCAL },
  { shift: 112n, prefix: 0xff02n, complaint: LINK_LOCAL_MULTICAST },
]
