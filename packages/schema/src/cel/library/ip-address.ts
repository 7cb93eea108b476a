import { goQuote } from '../../go-text.ts'

/** An IP address: its bits as a number, 32 or 128 of them. */
export interface IpAddress {
  readonly bits: bigint
  readonly length: 32 | 128
  /** What follows `%`. */
  readonly zone: string
}

/** An address and the length of its prefix. */
export interface IpPrefix {
  readonly address: IpAddress
  readonly length: number
}

/** Why a text is no address. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** Reads an IPv4 or IPv6 address. */
export function parseAddress(text: string): IpAddress {
  const first = /[.:%]/.exec(text)?.[0]
  if (first === '.') return { bits: parseFour(text, text), length: 32, zone: '' }
  if (first === ':') return parseSix(text)
  if (first === '%') throw problem(text, 'missing IPv6 address')
  throw problem(text, 'unable to parse IP')
}

const problem = (text: string, detail: string, at = '') =>
  new AddressError(`ParseAddr(${goQuote(text)}): ${detail}${at && ` (at ${goQuote(at)})`}`)

function parseFour(text: string, whole: string): bigint {
  const fields = text.split('.')
  fields.forEach((field, index) => {
    const rest = fields.slice(index).join('.')
    const bad = field.search(/\D/)
    if (bad >= 0) throw problem(whole, 'unexpected character', rest.slice(bad))
    if (field === '')
      throw problem(whole, 'IPv4 field must have at least one digit', `.${rest}`.slice(index === 0 ? 1 : 0))
    if (field.length > 1 && field.startsWith('0')) throw problem(whole, 'IPv4 field has octet with leading zero')
    if (Number(field) > 255) throw problem(whole, 'IPv4 field has value >255')
    if (index > 3) throw problem(whole, 'IPv4 address too long')
  })
  if (fields.length < 4) throw problem(whole, 'IPv4 address too short')
  return fields.reduce((bits, field) => (bits << 8n) | BigInt(field), 0n)
}

function parseSix(text: string): IpAddress {
  const percent = text.indexOf('%')
  const zone = percent < 0 ? '' : text.slice(percent + 1)
  if (percent >= 0 && zone === '') throw problem(text, 'zone must be a non-empty string')
  const { groups, gap } = readGroups(percent < 0 ? text : text.slice(0, percent), text)
  if (groups.length < 8 && gap < 0) throw problem(text, 'address string too short')
  if (groups.length === 8 && gap >= 0) throw problem(text, 'the :: must expand to at least one field of zeros')
  const zeros = Array<bigint>(8 - groups.length).fill(0n)
  const filled = gap < 0 ? groups : [...groups.slice(0, gap), ...zeros, ...groups.slice(gap)]
  return { bits: filled.reduce((bits, group) => (bits << 16n) | group, 0n), length: 128, zone }
}

/** The groups of an IPv6 address, and before which of them `::` stands; -1 when it does not. */
function readGroups(address: string, whole: string): { groups: bigint[]; gap: number } {
  const groups: bigint[] = []
  let gap = address.startsWith('::') ? 0 : -1
  let rest = gap === 0 ? address.slice(2) : address
  while (groups.length < 8 && rest !== '') {
    const digits = /^[0-9a-fA-F]*/.exec(rest)![0]
    if (digits.length > 4) throw problem(whole, 'each group must have 4 or less digits', rest)
    if (digits === '') throw problem(whole, 'each colon-separated field must have at least one digit', rest)
    if (rest[digits.length] === '.')
      return { groups: [...groups, ...readEmbedded(rest, groups.length, gap, whole)], gap }
    groups.push(BigInt(`0x${digits}`))
    rest = rest.slice(digits.length)
    if (rest === '') break
    if (rest[0] !== ':') throw problem(whole, 'unexpected character, want colon', rest)
    if (rest.length === 1) throw problem(whole, 'colon must be followed by more characters', rest)
    rest = rest.slice(1)
    if (rest[0] !== ':') continue
    if (gap >= 0) throw problem(whole, 'multiple :: in address', rest)
    gap = groups.length
    rest = rest.slice(1)
  }
  if (rest !== '') throw problem(whole, 'trailing garbage after address', rest)
  return { groups, gap }
}

/** An IPv4 address at the end, which takes the place of two groups. */
function readEmbedded(text: string, count: number, gap: number, whole: string): bigint[] {
  if (gap < 0 && count !== 6) {
    throw problem(whole, 'embedded IPv4 address must replace the final 2 fields of the address', text)
  }
  if (count > 6) throw problem(whole, 'too many hex fields to fit an embedded IPv4 at the end of the address', text)
  const four = parseFour(text, whole)
  return [four >> 16n, four & 0xffffn]
}

/** An IPv4 address written as IPv6. */
export const isMapped = ({ bits, length }: IpAddress): boolean => length === 128 && bits >> 32n === 0xffffn

/** The canonical form: IPv6 in lower case, with the longest run of zeros left out. */
export function formatAddress({ bits, length, zone }: IpAddress): string {
  if (length === 32) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16))
  const zeros = [...groups.join(':').matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)]
  const longest = zeros.reduce((best, [run]) => (run.length > best.length ? run : best), '')
  const text = groups.join(':')
  const short = longest === '' ? text : text.replace(new RegExp(`(^|:)${longest}(:|$)`), '::')
  return short + (zone && `%${zone}`)
}

/** Reads an address and its prefix length, such as `10.0.0.0/8`. */
export function parsePrefix(text: string): IpPrefix {
  const wrong = (detail: string) => new AddressError(`netip.ParsePrefix(${goQuote(text)}): ${detail}`)
  const slash = text.lastIndexOf('/')
  if (slash < 0) throw wrong("no '/'")
  const address = addressOrThrow(text.slice(0, slash), wrong)
  if (address.zone !== '') throw wrong('IPv6 zones cannot be present in a prefix')
  const bits = text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d*)$/.test(bits)) throw wrong(`bad bits after slash: ${goQuote(bits)}`)
  if (Number(bits) > address.length) throw wrong('prefix length out of range')
  return { address, length: Number(bits) }
}

function addressOrThrow(text: string, wrong: (detail: string) => AddressError): IpAddress {
  try {
    return parseAddress(text)
  } catch (error) {
    throw error instanceof AddressError ? wrong(error.message) : error
  }
}

/** The bits that the prefix covers. */
export function maskedBits({ address, length }: IpPrefix): bigint {
  const free = BigInt(address.length - length)
  return (address.bits >> free) << free
}

/** Whether the address lies in the network. */
export function prefixContains(prefix: IpPrefix, address: IpAddress): boolean {
  return (
    prefix.address.length === address.length && maskedBits({ address, length: prefix.length }) === maskedBits(prefix)
  )
}
