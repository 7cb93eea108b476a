import type { JsonObject } from '@skep/schema'
import { s } from '@skep/schema'
import type { Route } from '@skep/service'
import { attributes } from '../model/attributes.ts'
import { readChange } from '../model/input.ts'
import { notFound } from '../model/problem.ts'
import { resourceType } from '../model/resource-type.ts'
import { settingTable } from '../records/tables.ts'
import { type ApiBase, ARO_HCP } from './api-base.ts'
import { requireAdministrator } from './caller.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { readBody, respondList } from './respond.ts'
import { putSetting } from './settings.ts'

const SERVER_VERSION = '0.1.0'
const ENVIRONMENT_KEY = 'environment'

/** Errors that have an address, by id. */
const ERRORS: Readonly<Record<string, string>> = {
  '400': 'Bad request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not found',
  '405': 'Method not allowed',
  '409': 'Conflict',
  '413': 'Request too large',
  '415': 'Unsupported media type',
  '429': 'Too many requests',
  '500': 'Internal error',
  '503': 'Service unavailable',
  '1001': "Can't create cluster, the given external identifier is already in use",
}

const environmentType = resourceType(
  'Environment',
  'Environment',
  attributes({
    name: s.string(),
    backplane_url: s.string(),
    last_upgrade_available_check: s.time(),
    last_limited_support_check: s.time(),
    last_limited_support_override_check: s.time(),
    last_hibernation_check: s.time(),
    last_cluster_imageset_sync: s.time(),
  }),
  { readOnly: ['name'] },
)

/** What the service says of itself. */
export function serviceRoutes(parts: ApiParts, base: ApiBase): Route[] {
  return [
    {
      method: 'GET',
      path: '',
      handler: () => ({ body: { kind: 'Metadata', href: base.path, server_version: SERVER_VERSION } }),
      public: true,
    },
    ...environmentRoutes(parts),
    ...errorRoutes(base),
    ...(base === ARO_HCP ? [managedIdentities(base)] : []),
  ]
}

function environmentRoutes(parts: ApiParts): Route[] {
  const current = async (): Promise<JsonObject> => ({
    ...(await settingTable.get(parts.database, ENVIRONMENT_KEY))?.document,
    name: parts.environment,
  })
  return [
    {
      method: 'GET',
      path: '/environment',
      handler: async () => ({ body: { kind: 'Environment', ...(await current()) } }),
    },
    {
      method: 'PATCH',
      path: '/environment',
      handler: async (request) => {
        requireAdministrator(parts, request)
        const { document } = readChange(environmentType, await current(), await readBody(request))
        await putSetting(parts.database, ENVIRONMENT_KEY, document)
        return { body: { kind: 'Environment', ...document } }
      },
    },
  ]
}

function errorRoutes(base: ApiBase): Route[] {
  const prefix = base.service.toUpperCase().replaceAll('_', '-')
  const show = (id: string) =>
    render('Error', base, `/errors/${id}`, id, { code: `${prefix}-${id}`, reason: ERRORS[id] })
  const all = Object.keys(ERRORS).map(show)
  return [
    {
      method: 'GET',
      path: '/errors',
      handler: (request) =>
        respondList(request, 'Error', async ({ page, size }) => ({
          items: all.slice((page - 1) * size, page * size),
          total: all.length,
        })),
    },
    {
      method: 'GET',
      path: '/errors/{id}',
      handler: ({ params: { id = '' } }) => {
        if (!Object.hasOwn(ERRORS, id)) throw notFound('Error', id)
        return { body: show(id) }
      },
    },
  ]
}

/** Simulated clouds ask for no identities; a real transport says which ones its operators need. */
const managedIdentities = (base: ApiBase): Route => ({
  method: 'GET',
  path: '/managed_identities_requirements',
  handler: () => ({
    body: {
      kind: 'ManagedIdentitiesRequirements',
      href: `${base.path}/managed_identities_requirements`,
      control_plane_operators_identities: [],
      data_plane_operators_identities: [],
    },
  }),
})
