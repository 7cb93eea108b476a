import { isIPv6 } from 'node:net'

/** Leading zeros are tolerated, as in the API server, whose objects may be older than the rule against them. */
const isDottedQuad = (text: string): boolean =>
  /^\d+(\.\d+){3}$/.test(text) && text.split('.').every((part) => +part <= 255)

const isIPv6WithoutZone = (text: string): boolean => isIPv6(text) && !text.includes('%')

/** An IPv4 address, or an IPv6 address that ends in one. */
export const isIPv4Format = (text: string): boolean =>
  isDottedQuad(text) || (text.includes('.') && isIPv6WithoutZone(text))

/** An IPv6 address. */
export const isIPv6Format = isIPv6WithoutZone

/** An address and the length of a prefix, such as `10.0.0.0/8`. */
export function isCidrFormat(text: string): boolean {
  const [, address = '', bits = ''] = /^(.*)\/(\d+)$/.exec(text) ?? []
  if (isDottedQuad(address)) return Number(bits) <= 32
  return isIPv6WithoutZone(address) && Number(bits) <= 128
}

const MAC = /^[0-9a-f]{2}(?:(:[0-9a-f]{2})+|(-[0-9a-f]{2})+)$/i
const MAC_DOTTED = /^[0-9a-f]{4}(\.[0-9a-f]{4})+$/i
const MAC_OCTETS = new Set([6, 8, 20])

/** A hardware address of 6, 8 or 20 octets, in pairs with colons or dashes, or in fours with dots. */
export function isMacFormat(text: string): boolean {
  const octets = text.replace(/[^0-9a-f]/gi, '').length / 2
  return MAC_OCTETS.has(octets) && (MAC.test(text) || MAC_DOTTED.test(text))
}

const LABEL_START = '[a-zA-Z0-9\\p{S}\\p{L}]'
const HOSTNAME = new RegExp(
  `^(${LABEL_START}(-?${LABEL_START}{0,62})?|` +
    `(${LABEL_START}([a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}${LABEL_START})?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  'u',
)

/** An Internet host name (RFC 1034, 1123); symbols and letters of all scripts are allowed. */
export function isHostnameFormat(text: string): boolean {
  if (Buffer.byteLength(text) > 255 || !HOSTNAME.test(text)) return false
  return text.split('.').every((label) => Buffer.byteLength(label) <= 63)
}
