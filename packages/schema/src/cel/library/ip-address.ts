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
  const address = percent < 0 ? text : text.slice(0, percent)
  const gaps = address.split('::')
  if (gaps.length > 2) throw problem(text, 'multiple :: in address', address.slice(address.lastIndexOf('::')))
  const groups = gaps.map((part) => readGroups(part, text))
  const count = groups.reduce((sum, part) => sum + part.length, 0)
  if (gaps.length === 1 && count < 8) throw problem(text, 'address string too short')
  if (count > 8) throw problem(text, 'trailing garbage after address')
  if (gaps.length === 2 && count === 8) throw problem(text, 'the :: must expand to at least one field of zeros')
  const filled = [...groups[0]!, ...Array<bigint>(8 - count).fill(0n), ...(groups[1] ?? [])]
  return { bits: filled.reduce((bits, group) => (bits << 16n) | group, 0n), length: 128, zone }
}

function readGroups(part: string, whole: string): bigint[] {
  if (part === '') return []
  const fields = part.split(':')
  return fields.flatMap((field, index) => {
    const rest = fields.slice(index).join(':')
    if (field.includes('.') && index === fields.length - 1) {
      const four = parseFour(field, whole)
      return [four >> 16n, four & 0xffffn]
    }
    if (field === '') throw problem(whole, 'colon must be followed by more characters', ':')
    const bad = field.search(/[^0-9a-fA-F]/)
    if (bad === 0) throw problem(whole, 'each colon-separated field must have at least one digit', rest)
    if (bad > 0) throw problem(whole, 'unexpected character, want colon', rest.slice(bad))
    if (field.length > 4) throw problem(whole, 'each group must have 4 or less digits', rest)
    return [BigInt(`0x${field}`)]
  })
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
