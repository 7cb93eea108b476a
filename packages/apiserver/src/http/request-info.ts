import type { RequestInfo } from '../contracts.ts'
import { badRequest } from '../registry/errors.ts'
import { parseFieldSelector, requiredValue } from '../registry/field-selector.ts'
import { Query } from './query.ts'

/** The logical cluster at `/`. */
export const ROOT_CLUSTER = 'root'

/** A request line, understood. `info` is undefined for a path that no part of the API could have. */
export interface ParsedRequest {
  readonly info: RequestInfo | undefined
  readonly query: Query
}

const CLUSTER_PREFIX = '/clusters/'
const VERB_OF_METHOD: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Takes a method and a URL apart. */
export function parseRequest(method: string, url: string): ParsedRequest {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 || mark === url.length - 1 ? Query.none : new Query(url.slice(mark + 1))
  if (isDevious(path)) return { info: undefined, query }
  return { info: infoOf(method, path, query), query }
}

/** Paths that mean one thing to us and another to whoever normalises them. */
const isDevious = (path: string): boolean =>
  path.charCodeAt(0) !== 0x2f ||
  path.includes('//') ||
  /%2f|%00|%5c|\\/i.test(path) ||
  /\/\.{1,2}(\/|$)/.test(decode(path))

function infoOf(method: string, fullPath: string, query: Query): RequestInfo | undefined {
  let clusterId = ROOT_CLUSTER
  let path = fullPath
  if (fullPath.startsWith(CLUSTER_PREFIX)) {
    const end = fullPath.indexOf('/', CLUSTER_PREFIX.length)
    clusterId = fullPath.slice(CLUSTER_PREFIX.length, end === -1 ? undefined : end)
    path = end === -1 ? '/' : fullPath.slice(end)
    if (clusterId === '') return undefined
  }
  const info: RequestInfo = {
    clusterId,
    path,
    verb: method.toLowerCase(),
    isResource: false,
    group: '',
    version: '',
    resource: '',
    subresource: '',
    namespace: '',
    name: '',
  }
  const parts = decode(path).split('/').filter(Boolean)
  if (parts[0] === 'api' && parts.length > 2) readResource(info, method, query, parts.slice(1))
  else if (parts[0] === 'apis' && parts.length > 3) {
    info.group = parts[1]!
    readResource(info, method, query, parts.slice(2))
  }
  return info
}

/** `parts` starts with the version. */
function readResource(info: RequestInfo, method: string, query: Query, parts: string[]): void {
  info.isResource = true
  info.version = parts[0]!
  info.verb = VERB_OF_METHOD[method] ?? ''
  const legacyWatch = parts[1] === 'watch' && parts.length > 2
  const rest = parts.slice(legacyWatch ? 2 : 1)
  if (rest[0] === 'namespaces' && rest.length > 1) {
    info.namespace = rest[1]!
    if (rest.length > 2 && !NAMESPACE_SUBRESOURCES.has(rest[2]!)) rest.splice(0, 2)
  }
  const [resource = '', name = '', ...subresource] = rest
  info.resource = resource
  info.name = name
  info.subresource = subresource.join('/')
  if (legacyWatch) info.verb = 'watch'
  else if (name === '') settleCollectionVerb(info, query)
}

/** Without a name, a get is a list or a watch, and a delete is of the collection. */
function settleCollectionVerb(info: RequestInfo, query: Query): void {
  if (info.verb === 'delete') info.verb = 'deletecollection'
  if (info.verb !== 'get') return
  info.verb = query.flag('watch') ? 'watch' : 'list'
  const selector = query.text('fieldSelector')
  // A list of one object by name may be allowed where a list of all is not.
  if (selector?.includes('metadata.name=')) info.name = nameInSelector(selector)
}

function nameInSelector(selector: string): string {
  try {
    return requiredValue(parseFieldSelector(selector), 'metadata.name') ?? ''
  } catch {
    return ''
  }
}

function decode(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    throw badRequest(`invalid URL escape in ${JSON.stringify(path)}`)
  }
}
