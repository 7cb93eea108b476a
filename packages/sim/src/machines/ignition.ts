import { isObject, type JsonObject, parseJson } from '@skep/schema'

/** Files of a configuration that a simulated machine reads, as a real one would. */
export const MACHINE_FILES = {
  /** Kubeconfig with which it asks for its first certificate. */
  bootstrapKubeconfig: '/etc/kubernetes/kubeconfig',
  /** Version of its kubelet, such as `v1.32.3`; that of the API unless given. */
  kubeletVersion: '/etc/kubernetes/kubelet-version',
  /** Annotations of its node, as JSON: which machine configuration it has. */
  nodeAnnotations: '/etc/machine-config-daemon/node-annotations.json',
} as const

/** Where the rest of a configuration is. */
export interface IgnitionSource {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Whom to trust there, in PEM. */
  readonly ca?: string
}

/** An Ignition configuration: what it says, and where it says that there is more. */
export interface IgnitionConfig {
  /** By path. */
  readonly files: ReadonlyMap<string, string>
  readonly sources: readonly IgnitionSource[]
}

/** Reads a configuration (Ignition 3). Throws an Error that says what is wrong with it. */
export function parseIgnition(text: string): IgnitionConfig {
  const config = readJson(text)
  const ignition = isObject(config['ignition']) ? config['ignition'] : undefined
  if (typeof ignition?.['version'] !== 'string') throw new Error('the Ignition configuration names no version')
  const ca = authorities(ignition)
  return {
    files: new Map(objectsAt(config, 'storage', 'files').flatMap(fileOf)),
    sources: objectsAt(ignition, 'config', 'merge').flatMap((merge) => sourceOf(merge, ca)),
  }
}

function readJson(text: string): JsonObject {
  const value = jsonOf(text)
  if (!isObject(value)) throw new Error('the Ignition configuration is not a JSON object')
  return value
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text).value
  } catch {
    return undefined
  }
}

/** The objects in the list at `outer.inner`. */
function objectsAt(value: JsonObject, outer: string, inner: string): JsonObject[] {
  const holder = value[outer]
  const list = isObject(holder) ? holder[inner] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

function authorities(ignition: JsonObject): string | undefined {
  const security = isObject(ignition['security']) ? ignition['security'] : {}
  const pems = objectsAt(security, 'tls', 'certificateAuthorities').flatMap(({ source }) => decodeDataUrl(source) ?? [])
  return pems.length === 0 ? undefined : pems.join('\n')
}

function sourceOf({ source, httpHeaders }: JsonObject, ca: string | undefined): IgnitionSource[] {
  if (typeof source !== 'string') return []
  const pairs = (Array.isArray(httpHeaders) ? httpHeaders : []).filter(isObject)
  const headers = Object.fromEntries(pairs.map(({ name, value }) => [String(name), String(value ?? '')]))
  return [{ url: source, headers, ...(ca === undefined ? {} : { ca }) }]
}

function fileOf({ path, contents }: JsonObject): [string, string][] {
  const text = isObject(contents) ? decodeDataUrl(contents['source']) : undefined
  return typeof path === 'string' && text !== undefined ? [[path, text]] : []
}

/** What a data URL (RFC 2397) holds; undefined for what is none. */
function decodeDataUrl(url: unknown): string | undefined {
  const [, encoding, data] = /^data:[^,]*?(;base64)?,([\s\S]*)$/.exec(typeof url === 'string' ? url : '') ?? []
  if (data === undefined) return undefined
  return encoding === undefined ? decodeURIComponent(data) : Buffer.from(data, 'base64').toString('utf8')
}
