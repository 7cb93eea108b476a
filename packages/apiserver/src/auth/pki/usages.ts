import { ANY_USAGE, CLIENT_AUTH, SERVER_AUTH, type Usages } from '@skep/base/x509'
import { goQuoteList } from '@skep/schema'

/** Key usages as CertificateSigningRequests spell them, with the bit of each in the extension (RFC 5280, 4.2.1.3). */
const KEY_USAGE_BITS: Readonly<Record<string, number>> = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
}

/** The others have identifiers (RFC 5280, 4.2.1.12). */
const EXTENDED_USAGES: Readonly<Record<string, string>> = {
  any: ANY_USAGE,
  'server auth': SERVER_AUTH,
  'client auth': CLIENT_AUTH,
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
  'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
  'netscape sgc': '2.16.840.1.113730.4.1',
}

/** Sorts usages into the two extensions. Throws when one is not known. */
export function toUsages(names: readonly string[]): Usages {
  const unknown = names.filter((name) => !Object.hasOwn(KEY_USAGE_BITS, name) && !Object.hasOwn(EXTENDED_USAGES, name))
  if (unknown.length > 0) throw new Error(`unrecognized usage values: ${goQuoteList(unknown)}`)
  const found = <T>(table: Readonly<Record<string, T>>) => [
    ...new Set(names.map((name) => table[name]).filter((value) => value !== undefined)),
  ]
  return { keyUsageBits: found(KEY_USAGE_BITS), extended: found(EXTENDED_USAGES) }
}
