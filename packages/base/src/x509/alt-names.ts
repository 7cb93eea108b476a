import { isIPv4 } from 'node:net'
import { contextTag, sequence, tagged } from './der.ts'
import { childrenOf, DerError, readDer } from './der-reader.ts'

/** Other names that a certificate is good for (RFC 5280, 4.2.1.6). */
export interface AltNames {
  readonly dnsNames: readonly string[]
  readonly ipAddresses: readonly string[]
  readonly emails: readonly string[]
  readonly uris: readonly string[]
}

/** No other names at all. */
export const NO_ALT_NAMES: AltNames = { dnsNames: [], ipAddresses: [], emails: [], uris: [] }

const EMAIL = contextTag(1, false)
const DNS = contextTag(2, false)
const URI = contextTag(6, false)
const IP = contextTag(7, false)

/** The value of the extension, or undefined when there is no name to put there. */
export function encodeAltNames({ dnsNames, ipAddresses, emails, uris }: AltNames): Buffer | undefined {
  const texts = (tag: number, values: readonly string[]) =>
    values.map((value) => tagged(tag, Buffer.from(value, 'latin1')))
  const names = [
    ...texts(DNS, dnsNames),
    ...texts(EMAIL, emails),
    ...ipAddresses.map((address) => tagged(IP, ipBytes(address))),
    ...texts(URI, uris),
  ]
  return names.length === 0 ? undefined : sequence(...names)
}

/** Reads the value of the extension; kinds of names that Kubernetes does not know are left out. Throws `DerError`. */
export function readAltNames(value: Buffer): AltNames {
  const names = childrenOf(readDer(value))
  const texts = (tag: number) =>
    names.filter((name) => name.tag === tag).map(({ content }) => content.toString('latin1'))
  return {
    dnsNames: texts(DNS),
    emails: texts(EMAIL),
    uris: texts(URI),
    ipAddresses: names.filter((name) => name.tag === IP).map(({ content }) => ipText(content)),
  }
}

/** Four or sixteen bytes of an address. */
function ipBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...before, ...zeros, ...after].entries()) bytes.writeUInt16BE(group, index * 2)
  return bytes
}

/** The one way to write an address. */
export const canonicalIp = (address: string): string => ipText(ipBytes(address))

function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function ipText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) throw new DerError(`an IP address cannot have ${bytes.length} bytes`)
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  // The URL parser knows how to shorten an address.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
