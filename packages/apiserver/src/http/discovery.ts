import { createHash } from 'node:crypto'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import { groupDiscoveryList } from '../discovery/aggregated.ts'
import { type Group, groupsOf } from '../discovery/groups.ts'
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from '../discovery/plain.ts'
import { methodNotAllowed, unknownResource } from '../registry/errors.ts'
import type { ApiRequest } from './api-request.ts'
import { negotiate, onlyAccepted, parseAccept } from './negotiate.ts'
import { headersFor, sendJson } from './respond.ts'

const AGGREGATED_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** Answers `/api` and `/apis` and what is below them; false for other paths. */
export function sendDiscovery(request: ApiRequest): boolean {
  const [root, group, version, ...rest] = request.info.path.split('/').filter(Boolean)
  if ((root !== 'api' && root !== 'apis') || rest.length > 0) return false
  const groups = groupsFor(request.cluster)
  if (root === 'api') return version === undefined && sendCore(request, groups, group)
  return sendGroups(request, groups, group, version)
}

function sendCore(request: ApiRequest, groups: readonly Group[], version: string | undefined): boolean {
  if (version !== undefined) return sendResources(request, groups, '', version)
  return sendRoot(request, groups, true, () => apiVersions(request.exchange.header('host') ?? ''))
}

function sendGroups(request: ApiRequest, groups: readonly Group[], name?: string, version?: string): boolean {
  if (name === undefined) return sendRoot(request, groups, false, () => apiGroupList(groups))
  if (version !== undefined) return sendResources(request, groups, name, version)
  const group = groups.find((each) => each.name === name)
  return group !== undefined && send(request, apiGroup(group))
}

function sendResources(request: ApiRequest, groups: readonly Group[], name: string, version: string): boolean {
  const group = groups.find((each) => each.name === name)
  const found = group?.versions.find((each) => each.version === version)
  if (!found && !request.cluster.isBuiltInGroup(name)) return false
  if (!found) throw unknownResource()
  return send(request, apiResourceList(name, version, found.resources))
}

/** `/api` and `/apis` themselves: everything at once for those who ask for it, groups alone for the others. */
function sendRoot(request: ApiRequest, groups: readonly Group[], core: boolean, plain: () => unknown): boolean {
  const choice = chooseForm(request.exchange.header('accept') ?? '')
  if (choice === 'plain') return send(request, plain())
  checkMethod(request)
  const body = Buffer.from(JSON.stringify(groupDiscoveryList(groups, core)))
  const etag = `"${createHash('sha256').update(body).digest('hex').toUpperCase()}"`
  const headers = { ...headersFor(AGGREGATED_TYPE, []), etag, vary: 'Accept' }
  if (request.exchange.header('if-none-match') === etag) request.exchange.respond(304, headers)
  else request.exchange.respond(200, headers, body)
  return true
}

function chooseForm(accept: string): 'plain' | 'aggregated' {
  if (accept === '') return 'plain'
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== 'application/json' && type !== '*/*' && type !== 'application/yaml') continue
    const { as, g, v } = parameters
    if (as === undefined) return 'plain'
    if (as === 'APIGroupDiscoveryList' && g === 'apidiscovery.k8s.io' && v === 'v2') return 'aggregated'
  }
  throw onlyAccepted(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'])
}

function send(request: ApiRequest, document: unknown): boolean {
  checkMethod(request)
  sendJson(request, 200, document, negotiate(request.exchange.header('accept'), true))
  return true
}

function checkMethod({ exchange }: ApiRequest): void {
  if (exchange.method !== 'GET') throw methodNotAllowed()
}

const groupsFor = (cluster: LogicalCluster): Group[] => groupsOf(cluster.resources())
