import { uid } from '@skep/base'
import { isObject, type JsonObject } from '@skep/schema'
import type { Route, ServiceRequest } from '@skep/service'
import { readChange, readNew } from '../model/input.ts'
import { badRequest, notFound } from '../model/problem.ts'
import { provisionShard } from '../model/shard.ts'
import { checkAzureShard, checkServerConfigs, SERVER_CONFIGS } from '../shards/check.ts'
import { complaintAboutId } from '../shards/shard-id.ts'
import { type ApiBase, ARO_HCP } from './api-base.ts'
import { requireAdministrator } from './caller.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { readBody, respondList } from './respond.ts'

const MASK = '**********'

/** The shards. */
export function shardRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const path = '/provision_shards/{shard_id}'
  return [
    {
      method: 'GET',
      path: '/provision_shards',
      handler: (request) =>
        respondList(request, 'ProvisionShard', async (query) => {
          const { items, total } = await parts.shards.find(query)
          return { items: items.map((document) => renderShard(base, document)), total }
        }),
    },
    { method: 'POST', path: '/provision_shards', handler: (request) => postShard(parts, base, request) },
    {
      method: 'GET',
      path,
      handler: async ({ params }) => {
        const id = params['shard_id'] ?? ''
        const document = await parts.shards.document(id)
        if (!document) throw notFound('Provision shard', id)
        return { body: renderShard(base, document) }
      },
    },
    { method: 'PATCH', path, handler: (request) => patchShard(parts, base, request) },
    {
      method: 'DELETE',
      path,
      handler: async (request) => {
        requireAdministrator(parts, request)
        await parts.shards.remove(request.params['shard_id'] ?? '')
        return { status: 204 }
      },
    },
  ]
}

/** New shards are looked at before they take clusters: whatever status is sent, they begin in maintenance. */
async function postShard(parts: ApiParts, base: ApiBase, request: ServiceRequest) {
  requireAdministrator(parts, request)
  const { document } = readNew(provisionShard, await readBody(request))
  for (const name of ['region', 'cloud_provider']) requireLink(document, name)
  if (base === ARO_HCP) checkAzureShard(document)
  const id = typeof document['id'] === 'string' && document['id'] !== '' ? document['id'] : uid(parts.random)
  const complaint = complaintAboutId(id)
  if (complaint !== undefined) throw badRequest(`Attribute 'id' is invalid: it ${complaint}`)
  requireProvider(parts, document)
  const checked = checkServerConfigs(document)
  const created = await parts.shards.create(id, { ...checked, status: 'maintenance' })
  return { status: 201, body: renderShard(base, created) }
}

async function patchShard(parts: ApiParts, base: ApiBase, request: ServiceRequest) {
  requireAdministrator(parts, request)
  const body = await readBody(request)
  if (body['status'] === null) throw badRequest("Attribute 'status' is mandatory")
  for (const name of SERVER_CONFIGS) dropMask(body[name])
  const changed = await parts.shards.change(request.params['shard_id'] ?? '', (current) =>
    checkServerConfigs(readChange(provisionShard, current, body).document),
  )
  return { body: renderShard(base, changed) }
}

/** Who sends back what was shown does not mean the asterisks. */
function dropMask(config: JsonObject[string]): void {
  if (isObject(config) && config['kubeconfig'] === MASK) delete config['kubeconfig']
}

function requireLink(document: JsonObject, name: string): void {
  const link = document[name]
  if (!isObject(link) || typeof link['id'] !== 'string' || link['id'] === '') {
    throw badRequest(`Attribute '${name}.id' is mandatory`)
  }
  document[name] = { id: link['id'] }
}

function requireProvider({ driver }: ApiParts, document: JsonObject): void {
  const id = linkId(document, 'cloud_provider')
  const known = driver.catalog.cloudProviders().some((provider) => provider.id === id)
  if (!known) throw badRequest(`Cloud provider '${id}' doesn't exist`)
}

/** A shard as clients see it: kubeconfigs are masked. */
export function renderShard(base: ApiBase, document: JsonObject): JsonObject {
  const id = String(document['id'])
  const shown: JsonObject = render('ProvisionShard', base, `/provision_shards/${id}`, id, document)
  const provider = linkId(document, 'cloud_provider')
  shown['cloud_provider'] = render('CloudProvider', base, `/cloud_providers/${provider}`, provider, {})
  const region = linkId(document, 'region')
  shown['region'] = render('CloudRegion', base, `/cloud_providers/${provider}/regions/${region}`, region, {})
  for (const name of SERVER_CONFIGS) {
    const config = document[name]
    if (isObject(config)) shown[name] = 'kubeconfig' in config ? { ...config, kubeconfig: MASK } : config
  }
  // The name in files, for those who compare the two.
  if (shown['gcp_project_operator']) shown['gcp_project_operator_config'] = shown['gcp_project_operator']
  return shown
}

function linkId(document: JsonObject, name: string): string {
  const link = document[name]
  return isObject(link) ? String(link['id']) : ''
}
