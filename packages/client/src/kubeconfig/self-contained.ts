import { isObject, type JsonObject } from '@skep/schema'
import type { Credentials, Endpoint } from '../transport/endpoint.ts'
import { parseKubeconfig } from './parse.ts'

/** The members that say all there is to say without a file, a program or another service. */
const CLUSTER_MEMBERS = new Set([
  'server',
  'certificate-authority-data',
  'insecure-skip-tls-verify',
  'tls-server-name',
  'disable-compression',
  // Programs may note what they like; it is not needed to reach the cluster.
  'extensions',
])
const USER_MEMBERS = new Set(['client-certificate-data', 'client-key-data', 'token'])

/** Reads a kubeconfig that refers to nothing outside itself; undefined for one that does, or that is not complete. */
export function readSelfContained(text: string, contextName?: string): Endpoint | undefined {
  const config = parseKubeconfig(text)
  if (!isObject(config)) return undefined
  const context = named(config, 'contexts', 'context', contextName ?? config['current-context'])
  const cluster = named(config, 'clusters', 'cluster', context?.['cluster'])
  const user = named(config, 'users', 'user', context?.['user'])
  if (!cluster || !user || !hasOnly(cluster, CLUSTER_MEMBERS) || !hasOnly(user, USER_MEMBERS)) return undefined
  const server = textOf(cluster, 'server')
  if (server === undefined) return undefined
  const credentials = Promise.resolve(credentialsOf(cluster, user))
  const namespace = textOf(context ?? {}, 'namespace')
  return {
    server,
    credentials: () => credentials,
    extensions: extensionsOf(cluster),
    ...(namespace === undefined ? {} : { namespace }),
  }
}

function extensionsOf({ extensions }: JsonObject): Readonly<Record<string, JsonObject>> {
  const noted = Array.isArray(extensions) ? extensions.filter(isObject) : []
  return Object.fromEntries(
    noted.flatMap(({ name, extension }) => (isObject(extension) ? [[String(name), extension]] : [])),
  )
}

function credentialsOf(cluster: JsonObject, user: JsonObject): Credentials {
  const token = textOf(user, 'token')
  const serverName = textOf(cluster, 'tls-server-name')
  return {
    tls: {
      ...bytes('ca', cluster, 'certificate-authority-data'),
      ...bytes('cert', user, 'client-certificate-data'),
      ...bytes('key', user, 'client-key-data'),
      ...(serverName === undefined ? {} : { serverName }),
      ...(cluster['insecure-skip-tls-verify'] === true ? { insecure: true } : {}),
    },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }
}

/** The entry of a list by its name, such as `clusters[name=blue].cluster`. */
function named(config: JsonObject, list: string, member: string, name: unknown): JsonObject | undefined {
  const entries = config[list]
  if (!Array.isArray(entries)) return undefined
  const entry = entries.filter(isObject).find((candidate) => candidate['name'] === name)
  const value = entry?.[member]
  return isObject(value) ? value : undefined
}

const hasOnly = (value: JsonObject, members: ReadonlySet<string>): boolean =>
  Object.keys(value).every((key) => members.has(key) || value[key] === null)

function textOf(value: JsonObject, member: string): string | undefined {
  const text = value[member]
  return typeof text === 'string' && text !== '' ? text : undefined
}

function bytes(name: 'ca' | 'cert' | 'key', value: JsonObject, member: string): { [name: string]: Buffer } {
  const text = textOf(value, member)
  return text === undefined ? {} : { [name]: Buffer.from(text, 'base64') }
}
