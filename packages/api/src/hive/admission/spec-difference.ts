import type { Json, JsonObject } from '@skep/schema'
import { isSame } from '../../rules/equal.ts'

/** Names of Hive's Go structs that are not simply the JSON name with a capital. */
const GO_NAMES: ReadonlyMap<string, string> = new Map([
  ['aws', 'AWS'],
  ['baremetal', 'BareMetal'],
  ['cisInstanceCRN', 'CISInstanceCRN'],
  ['gcp', 'GCP'],
  ['ibmcloud', 'IBMCloud'],
  ['openstack', 'OpenStack'],
  ['sshKnownHosts', 'SSHKnownHosts'],
  ['sshPrivateKeySecretRef', 'SSHPrivateKeySecretRef'],
  ['vsphere', 'VSphere'],
])
/** To Go, an empty map is as good as none; an empty struct behind a pointer is not. */
const MAPS: ReadonlySet<string> = new Set(['Platform.AWS.UserTags'])

const goName = (name: string): string => GO_NAMES.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1)

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Every change between two specs outside the mutable fields (as Go paths, such as `Platform.AWS.Region`), one line
 * each. What is empty and what is missing are the same to Go, and so here.
 */
export const specDifference = (stored: JsonObject, wanted: JsonObject, mutable: ReadonlySet<string>): string[] =>
  differenceAt(stored, wanted, '', mutable)

function differenceAt(
  stored: Json | undefined,
  wanted: Json | undefined,
  path: string,
  mutable: ReadonlySet<string>,
): string[] {
  if (mutable.has(path)) return []
  if (isObject(stored) && isObject(wanted)) {
    const names = new Set([...Object.keys(stored), ...Object.keys(wanted)])
    return [...names].flatMap((name) =>
      differenceAt(stored[name], wanted[name], path === '' ? goName(name) : `${path}.${goName(name)}`, mutable),
    )
  }
  if (isSame(stored, wanted) || (isEmpty(stored, path) && isEmpty(wanted, path))) return []
  return [`\t${path}: (${goPlain(stored, wanted)} => ${goPlain(wanted, stored)})`]
}

/** Whether Go would hold the zero value: a reference without a name is one, too. */
function isEmpty(value: Json | undefined, path: string): boolean {
  if (isObject(value)) return MAPS.has(path) ? Object.keys(value).length === 0 : isSame(value, { name: '' })
  return Array.isArray(value) ? value.length === 0 : !value
}

/** A value as Go's `%+v` shows it; one that is missing is the zero value of whatever the other one is. */
function goPlain(value: Json | undefined, other: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => goPlain(item, item)).join(' ')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${goName(name)}:${goPlain(member, member)}`)
    return `&{${members.join(' ')}}`
  }
  return value === undefined || value === null ? zeroLike(other) : String(value)
}

function zeroLike(other: Json | undefined): string {
  if (typeof other === 'string') return ''
  if (typeof other === 'boolean') return 'false'
  if (typeof other === 'number') return '0'
  return Array.isArray(other) ? '[]' : '<nil>'
}
