import { asJson, type JsonObject, type KubeObject, leanObject, type ManagedFieldsEntry } from '@skep/schema'
import { parseManaged, renderManaged } from '../apply/managed-text.ts'

/**
 * How objects look as bytes. The order is fixed at the front, `{"apiVersion":…,"kind":…,"metadata":{"name":…,
 * "generateName":…,"namespace":…,"uid":…,"resourceVersion":"N"`, so that lists can cut the types off, other versions can
 * put theirs in, and a new resource version can be set, all without parsing. Everything in front of the resource version
 * is validated text that cannot contain its marker.
 */

const VERSION_MARKER = Buffer.from('"resourceVersion":"')
const QUOTE = 0x22

/** An object as text, waiting for its resource version. */
export interface RenderedObject {
  /** Up to the place of the resource version. */
  before: string
  /** From there to the managed fields. */
  between: string
  managedFields: string
  /** From there to the end. */
  after: string
}

/** Where the managed fields are in an object's bytes, so that they need not be parsed with all the rest. */
export interface ManagedRange {
  readonly length: number
  /** How many bytes come after them. */
  readonly following: number
}

/** `"apiVersion":"v1","kind":"Pod",` */
export const typeHeader = (apiVersion: string, kind: string): string => `"apiVersion":"${apiVersion}","kind":"${kind}",`

/** Renders everything but the resource version, which is known only when the store gives it out. */
export function renderObject(object: KubeObject): RenderedObject {
  const { apiVersion, kind, metadata } = object
  const { name, generateName, namespace, uid, managedFields } = metadata
  let before = `{${typeHeader(apiVersion, kind)}"metadata":{"name":${JSON.stringify(name ?? '')}`
  if (generateName) before += `,"generateName":${JSON.stringify(generateName)}`
  if (namespace) before += `,"namespace":${JSON.stringify(namespace)}`
  if (uid) before += `,"uid":${JSON.stringify(uid)}`
  before += ',"resourceVersion":"'
  return {
    before,
    between: `"${renderMembers(asJson(metadata), PLACED_IN_METADATA)}${managedFields ? ',"managedFields":' : ''}`,
    managedFields: managedFields ? renderManaged(managedFields) : '',
    after: `}${renderMembers(asJson(object), PLACED_IN_OBJECT)}}`,
  }
}

/** The members that have a place of their own. */
const PLACED_IN_OBJECT = new Set(['apiVersion', 'kind', 'metadata'])
const PLACED_IN_METADATA = new Set(['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'managedFields'])

/** All other members, as they follow on those. */
function renderMembers(object: JsonObject, placed: ReadonlySet<string>): string {
  let text = ''
  for (const name in object) {
    const value = object[name]
    if (value !== undefined && !placed.has(name)) text += `,${JSON.stringify(name)}:${JSON.stringify(value)}`
  }
  return text
}

/** The whole text of an object. */
export const withVersionText = (
  { before, between, managedFields, after }: RenderedObject,
  resourceVersion: number | string,
): string => before + resourceVersion + between + managedFields + after

export const withVersion = (rendered: RenderedObject, resourceVersion: number | string): Buffer =>
  Buffer.from(withVersionText(rendered, resourceVersion))

/** Where the managed fields of a rendered object will be. */
export function managedRange({ managedFields, after }: RenderedObject): ManagedRange | undefined {
  if (managedFields === '') return undefined
  return { length: Buffer.byteLength(managedFields), following: Buffer.byteLength(after) }
}

export const parseObject = (bytes: Buffer): KubeObject => JSON.parse(bytes.toString()) as KubeObject

/** The object without its managed fields, which are not even read where it is known where they are. */
export function parseLeanObject(bytes: Buffer, managed: ManagedRange | undefined): KubeObject {
  if (!managed) return leanObject(parseObject(bytes))
  const { start, end } = placeOf(bytes, managed)
  return leanObject(JSON.parse(`${bytes.toString('utf8', 0, start)}0${bytes.toString('utf8', end)}`) as KubeObject)
}

/** The managed fields of an object: shared with other objects that have the same, and not to be changed. */
export function parseManagedFields(bytes: Buffer, managed: ManagedRange): ManagedFieldsEntry[] {
  const { start, end } = placeOf(bytes, managed)
  return parseManaged(bytes.toString('utf8', start, end))
}

function placeOf(bytes: Buffer, { length, following }: ManagedRange): { start: number; end: number } {
  const end = bytes.length - following
  return { start: end - length, end }
}

/** Where the resource version stands in an object's bytes. */
export function versionRange(bytes: Buffer): { start: number; end: number } {
  const start = bytes.indexOf(VERSION_MARKER) + VERSION_MARKER.length
  return { start, end: bytes.indexOf(QUOTE, start) }
}

/** The same object with another resource version, for events about a state that has passed. */
export function replaceVersion(bytes: Buffer, resourceVersion: number): Buffer {
  const { start, end } = versionRange(bytes)
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(String(resourceVersion)), bytes.subarray(end)])
}

/** The same object under another apiVersion of its group, whose fields are the same. */
export function replaceApiVersion(bytes: Buffer, kind: string, from: string, to: string): Buffer {
  const after = bytes.subarray(1 + typeHeader(from, kind).length)
  return Buffer.concat([Buffer.from(`{${typeHeader(to, kind)}`), after])
}
