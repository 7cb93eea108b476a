import { isObject, type JsonObject } from '@skep/schema'
import type { Route, ServiceRequest } from '@skep/service'
import { breakGlassCredential } from '../model/children/access.ts'
import { upgradePolicy, upgradePolicyState } from '../model/children/operations.ts'
import { readChange } from '../model/input.ts'
import { notFound } from '../model/problem.ts'
import type { ChildCollection, ChildRecord } from '../records/child-record.ts'
import type { ApiBase } from './api-base.ts'
import { clusterOf, writableClusterOf } from './caller.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { readBody, respondList } from './respond.ts'

/** Lists that a cluster links to and that are empty: nothing of the kind can be ordered here. */
const EMPTY_LISTS: Readonly<Record<string, string>> = {
  addons: 'AddOnInstallation',
  groups: 'Group',
  aws_infrastructure_access_role_grants: 'AWSInfrastructureAccessRoleGrant',
}

/** What lies beside the usual addresses of that which belongs to clusters. */
export function childExtraRoutes(parts: ApiParts, base: ApiBase): Route[] {
  return [
    ...Object.entries(EMPTY_LISTS).map(([name, kind]) => emptyList(parts, name, kind)),
    nodePoolStatus(parts, base),
    revokeCredentials(parts, base),
    ...upgradeStateRoutes(parts, base),
  ]
}

const emptyList = (parts: ApiParts, name: string, kind: string): Route => ({
  method: 'GET',
  path: `/clusters/{cluster_id}/${name}`,
  handler: async (request) => {
    await clusterOf(parts, request)
    return respondList(request, kind, async () => ({ items: [], total: 0 }))
  },
})

async function childOf(parts: ApiParts, request: ServiceRequest, collection: ChildCollection, noun: string) {
  const { id: clusterId } = await clusterOf(parts, request)
  const id = request.params['id'] ?? ''
  const child = await parts.children.get({ clusterId, collection, id })
  if (!child) throw notFound(noun, id)
  return child
}

const nodePoolStatus = (parts: ApiParts, base: ApiBase): Route => ({
  method: 'GET',
  path: '/clusters/{cluster_id}/node_pools/{id}/status',
  handler: async (request) => {
    const { clusterId, id, document } = await childOf(parts, request, 'node_pools', 'Node pool')
    const status = document['status']
    const path = `/clusters/${clusterId}/node_pools/${id}/status`
    return { body: render('NodePoolStatus', base, path, id, isObject(status) ? status : {}) }
  },
})

/** Revokes all of them: whoever broke the glass does not get to choose. */
const revokeCredentials = (parts: ApiParts, base: ApiBase): Route => ({
  method: 'DELETE',
  path: '/clusters/{cluster_id}/break_glass_credentials',
  handler: async (request) => {
    const { id } = await writableClusterOf(parts, base, request)
    const { noun } = breakGlassCredential
    const live = (await parts.children.list(id, 'break_glass_credentials')).filter(isLive)
    for (const child of live) {
      const body = { ...child.document, status: 'awaiting_revocation' }
      await parts.children.change(child, noun, body, child.version, {})
    }
    return { status: 204 }
  },
})

const isLive = ({ document }: ChildRecord): boolean =>
  document['status'] === 'created' || document['status'] === 'issued'

function upgradeStateRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const path = '/clusters/{cluster_id}/upgrade_policies/{id}/state'
  const show = ({ clusterId, id }: ChildRecord, state: JsonObject) =>
    render('UpgradePolicyState', base, `/clusters/${clusterId}/upgrade_policies/${id}/state`, id, state)
  const stateOf = ({ document }: ChildRecord) => (isObject(document['state']) ? document['state'] : {})
  return [
    {
      method: 'GET',
      path,
      handler: async (request) => {
        const child = await childOf(parts, request, 'upgrade_policies', 'Upgrade policy')
        return { body: show(child, stateOf(child)) }
      },
    },
    {
      method: 'PATCH',
      path,
      handler: async (request) => {
        await writableClusterOf(parts, base, request)
        const child = await childOf(parts, request, 'upgrade_policies', 'Upgrade policy')
        const { document: state } = readChange(upgradePolicyState, stateOf(child), await readBody(request))
        const body = { ...child.document, state }
        await parts.children.change(child, upgradePolicy.noun, body, child.version, {})
        return { body: show(child, state) }
      },
    },
  ]
}
