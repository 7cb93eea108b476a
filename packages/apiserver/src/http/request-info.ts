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

const VERB_OF_METHOD: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** Takes a method and a URL apart. On the way of every request, so it makes no more strings than it must. */
export function parseRequest(method: string, url: string): ParsedRequest {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 || mark === url.length - 1 ? Query.none : new Query(url.slice(mark + 1))
  const decoded = decode(path)
  return { info: decoded === undefined ? undefined : infoOf(method, decoded, query), query }
}

/** The path without escapes; undefined for one that means one thing to us and another to whoever normalises it. */
function decode(path: string): string | undefined {
  if (path.charCodeAt(0) !== 0x2f) return undefined
  const decoded = path.includes('%') ? decodeEscapes(path) : path
  if (decoded === undefined || decoded.includes('//') || decoded.includes('\\')) return undefined
  return decoded.includes('/.') && /\/\.{1,2}(\/|$)/.test(decoded) ? undefined : decoded
}

function decodeEscapes(path: string): string | undefined {
  // A slash in disguise would move what follows it into another segment.
  if (/%2f|%00/i.test(path)) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    throw badRequest(`invalid URL escape in ${JSON.stringify(path)}`)
  }
}

function infoOf(method: string, fullPath: string, query: Query): RequestInfo | undefined {
  const parts = fullPath.split('/')
  // The path starts with a slash, so that the first part is empty; so is the last one after a slash at the end.
  let at = 1
  let clusterId = ROOT_CLUSTER
  let path = fullPath
  if (parts[1] === 'clusters') {
    clusterId = parts[2] ?? ''
    if (clusterId === '') return undefined
    at = 3
    path = fullPath.slice('/clusters/'.length + clusterId.length) || '/'
  }
  const end = parts[parts.length - 1] === '' ? parts.length - 1 : parts.length
  const info = blankInfo(clusterId, path, method)
  if (parts[at] === 'api' && end - at > 2) readResource(info, method, query, parts, at + 1, end)
  else if (parts[at] === 'apis' && end - at > 3) {
    info.group = parts[at + 1]!
    readResource(info, method, query, parts, at + 2, end)
  }
  return info
}

const blankInfo = (clusterId: string, path: string, method: string): RequestInfo => ({
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
})

/** Reads `VERSION/[watch/][namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]`, which starts at `version` and stops at `end`. */
function readResource(
  info: RequestInfo,
  method: string,
  query: Query,
  parts: readonly string[],
  version: number,
  end: number,
): void {
  info.isResource = true
  info.version = parts[version]!
  info.verb = VERB_OF_METHOD[method] ?? ''
  const legacyWatch = parts[version + 1] === 'watch' && end > version + 2
  let at = version + (legacyWatch ? 2 : 1)
  if (parts[at] === 'namespaces' && at + 1 < end) {
    info.namespace = parts[at + 1]!
    if (at + 2 < end && !isNamespaceSubresource(parts[at + 2])) at += 2
  }
  info.resource = parts[at]!
  if (at + 1 < end) info.name = parts[at + 1]!
  if (at + 2 < end) info.subresource = at + 3 === end ? parts[at + 2]! : parts.slice(at + 2, end).join('/')
  if (legacyWatch) info.verb = 'watch'
  else if (info.name === '') settleCollectionVerb(info, query)
}

const isNamespaceSubresource = (name: string | undefined): boolean => name === 'status' || name === 'finalize'

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
