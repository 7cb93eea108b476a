import { goQuote } from '../../go-text.ts'
import { opaque, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import type { Opaque } from '../values/value.ts'
import { declare, type Library, method, overload } from './declare.ts'
import {
  AddressError,
  formatAddress,
  type IpAddress,
  type IpPrefix,
  isMapped,
  maskedBits,
  parseAddress,
  parsePrefix,
  prefixContains,
} from './ip-address.ts'

const { bool, int, string } = TYPES

const IP = opaque('net.IP')
const CIDR = opaque('net.CIDR')

class IpValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = IP
  readonly address: IpAddress
  readonly size: number

  constructor(address: IpAddress) {
    this.address = address
    this.size = address.length / 8
  }

  equals(other: Opaque): boolean {
    return other instanceof IpValue && this.address.bits === other.address.bits && this.size === other.size
  }
}

class CidrValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = CIDR
  readonly prefix: IpPrefix
  readonly size: number

  constructor(prefix: IpPrefix) {
    this.prefix = prefix
    this.size = Math.ceil(prefix.length / 8)
  }

  equals(other: Opaque): boolean {
    return other instanceof CidrValue && showCidr(this) === showCidr(other)
  }
}

const showCidr = ({ prefix }: CidrValue) => `${formatAddress(prefix.address)}/${prefix.length}`

/** The address, or why it is refused. */
function readIp(text: string): IpAddress | string {
  return attempt(
    () => parseAddress(text),
    (address) => {
      if (address.zone !== '') return `IP address ${goQuote(text)} with zone value is not allowed`
      return isMapped(address) ? `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed` : undefined
    },
    (message) => `IP Address ${goQuote(text)} parse error during conversion from string: ${message}`,
  )
}

const CIDR_ERROR = 'network address parse error during conversion from string: '

function readCidr(text: string): IpPrefix | string {
  return attempt(
    () => parsePrefix(text),
    ({ address }) => (isMapped(address) ? `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed` : undefined),
    (message) => CIDR_ERROR + message,
  )
}

function attempt<T>(
  read: () => T,
  refuse: (value: T) => string | undefined,
  explain: (message: string) => string,
): T | string {
  try {
    const value = read()
    return refuse(value) ?? value
  } catch (error) {
    if (error instanceof AddressError) return explain(error.message)
    throw error
  }
}

function toIp(text: string): IpValue {
  const address = readIp(text)
  return typeof address === 'string' ? fail(address) : new IpValue(address)
}

function toCidr(text: string): CidrValue {
  const prefix = readCidr(text)
  return typeof prefix === 'string' ? fail(CIDR_ERROR + prefix) : new CidrValue(prefix)
}

const test = (name: string, id: string, holds: (address: IpAddress) => boolean) =>
  declare(
    name,
    method(id, [IP], bool, ({ address }: IpValue) => holds(address)),
  )

/** Whether the address lies in the IPv4 or the IPv6 network. */
function within(four: string, six: string): (address: IpAddress) => boolean {
  const prefixes = [parsePrefix(four), parsePrefix(six)]
  return (address) => prefixes.some((prefix) => prefixContains(prefix, address))
}

const isUnspecified = ({ bits }: IpAddress) => bits === 0n
const isLoopback = within('127.0.0.0/8', '::1/128')
const isMulticast = within('224.0.0.0/4', 'ff00::/8')
const isLinkLocalMulticast = (address: IpAddress) =>
  address.length === 32
    ? within('224.0.0.0/24', '::/128')(address)
    : (address.bits >> 112n) % 0x10n === 2n && address.bits >> 120n === 0xffn
const isLinkLocalUnicast = within('169.254.0.0/16', 'fe80::/10')
const isBroadcast = ({ bits, length }: IpAddress) => length === 32 && bits === 0xffffffffn
const isGlobalUnicast = (address: IpAddress) =>
  ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast, isBroadcast].some((holds) => holds(address))

const containsCidr = ({ prefix }: CidrValue, other: CidrValue) =>
  prefix.length <= other.prefix.length && prefixContains(prefix, other.prefix.address)

function masked({ prefix }: CidrValue): CidrValue {
  return new CidrValue({ ...prefix, address: { ...prefix.address, bits: maskedBits(prefix) } })
}

/** IP addresses and networks. */
export const NETWORK: Library = {
  types: [IP, CIDR],
  functions: [
    declare(
      'ip',
      overload('string_to_ip', [string], IP, toIp),
      method('cidr_ip', [CIDR], IP, ({ prefix }: CidrValue) => new IpValue(prefix.address)),
    ),
    declare(
      'isIP',
      overload('is_ip', [string], bool, (text: string) => typeof readIp(text) !== 'string'),
    ),
    declare(
      'ip.isCanonical',
      overload('ip_is_canonical', [string], bool, (text: string) => formatAddress(toIp(text).address) === text),
    ),
    declare(
      'family',
      method('ip_family', [IP], int, ({ address }: IpValue) => (address.length === 32 ? 4n : 6n)),
    ),
    test('isUnspecified', 'ip_is_unspecified', isUnspecified),
    test('isLoopback', 'ip_is_loopback', isLoopback),
    test('isLinkLocalMulticast', 'ip_is_link_local_multicast', isLinkLocalMulticast),
    test('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocalUnicast),
    test('isGlobalUnicast', 'ip_is_global_unicast', isGlobalUnicast),
    declare('cidr', overload('string_to_cidr', [string], CIDR, toCidr)),
    declare(
      'isCIDR',
      overload('is_cidr', [string], bool, (text: string) => typeof readCidr(text) !== 'string'),
    ),
    declare(
      'containsIP',
      method('cidr_contains_ip_string', [CIDR, string], bool, ({ prefix }: CidrValue, text: string) =>
        prefixContains(prefix, toIp(text).address),
      ),
      method('cidr_contains_ip_ip', [CIDR, IP], bool, ({ prefix }: CidrValue, { address }: IpValue) =>
        prefixContains(prefix, address),
      ),
    ),
    declare(
      'containsCIDR',
      method('cidr_contains_cidr_string', [CIDR, string], bool, (cidr: CidrValue, text: string) =>
        containsCidr(cidr, toCidr(text)),
      ),
      method('cidr_contains_cidr', [CIDR, CIDR], bool, containsCidr),
    ),
    declare(
      'prefixLength',
      method('cidr_prefix_length', [CIDR], int, ({ prefix }: CidrValue) => BigInt(prefix.length)),
    ),
    declare('masked', method('cidr_masked', [CIDR], CIDR, masked)),
    declare(
      'string',
      overload('ip_to_string', [IP], string, ({ address }: IpValue) => formatAddress(address)),
      overload('cidr_to_string', [CIDR], string, showCidr),
    ),
  ],
}
