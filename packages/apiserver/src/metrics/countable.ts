import type { RequestInfo, ServedResource } from '../contracts.ts'
import { subresourcesOf } from '../discovery/subresources.ts'

const VERBS = new Set([
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
  ...['head', 'options', 'post', 'put', 'other'],
])

/**
 * A request as metrics may count it: by the names of what is served, and all others together. Anybody can make up a
 * method or a path, and every new name would stay in memory for good.
 */
export function countable(info: RequestInfo, resource: ServedResource | undefined): RequestInfo {
  if (!VERBS.has(info.verb)) return countable({ ...info, verb: 'other' }, resource)
  if (!info.isResource) return info
  if (!resource) return nameless(info)
  if (info.subresource === '') return info
  const [name = ''] = info.subresource.split('/')
  const served = subresourcesOf(resource).some((subresource) => subresource.name === name)
  return served ? { ...info, subresource: name } : nameless(info)
}

const nameless = (info: RequestInfo): RequestInfo => ({
  ...info,
  isResource: false,
  group: '',
  version: '',
  resource: '',
  subresource: '',
})
