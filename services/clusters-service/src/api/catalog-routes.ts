import type { JsonObject } from '@skep/schema'
import type { Route } from '@skep/service'
import { type ApiBase, ARO_HCP } from './api-base.ts'
import { requireAdministrator } from './caller.ts'
import { itemById, renderFlavour, renderMachineType, renderVersion } from './catalog-items.ts'
import { CATALOG_TYPES, type CatalogList } from './catalog-lists.ts'
import { cloudProviderRoutes } from './cloud-provider-routes.ts'
import { changeFlavour, currentCatalog } from './flavours.ts'
import { memoizeLast } from './memoize.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { readBody, respondList } from './respond.ts'

/** Domains are those of shards: none can be reserved, and clients that look for some find none. */
const NO_DOMAINS: readonly JsonObject[] = []

/** What may be ordered. */
export function catalogRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const { catalog } = parts.driver
  const offered = base === ARO_HCP ? (catalog.azureVersions ?? catalog.versions) : catalog.versions
  const versions = memoizeLast(offered, (version) => renderVersion(base, version))
  const machineTypes = memoizeLast(catalog.machineTypes, (type) => renderMachineType(base, type))
  const products = memoizeLast(catalog.products, ({ id, name }) =>
    render('Product', base, `/products/${id}`, id, { name }),
  )
  return [
    ...collection(parts, base, 'versions', '/versions', versions),
    ...collection(parts, base, 'machine_types', '/machine_types', machineTypes),
    ...collection(parts, base, 'products', '/products', products),
    ...collection(parts, base, 'dns_domains', '/dns_domains', () => NO_DOMAINS),
    ...flavourRoutes(parts, base),
    ...cloudProviderRoutes(parts, base),
  ]
}

/** A list, and each of its items. */
function collection(
  parts: ApiParts,
  base: ApiBase,
  list: CatalogList,
  path: string,
  items: () => readonly JsonObject[] | Promise<readonly JsonObject[]>,
): Route[] {
  const { kind, noun } = CATALOG_TYPES[list]
  return [
    {
      method: 'GET',
      path,
      handler: async (request) => {
        const all = await items()
        return respondList(request, kind, (query) => parts.catalogLists.find(list, base.service, all, query))
      },
    },
    {
      method: 'GET',
      path: `${path}/{id}`,
      handler: async ({ params }) => ({ body: itemById(noun, await items(), params['id']) }),
    },
  ]
}

function flavourRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const items = async () => (await currentCatalog(parts)).flavours().map((flavour) => renderFlavour(base, flavour))
  return [
    ...collection(parts, base, 'flavours', '/flavours', items),
    {
      method: 'PATCH',
      path: '/flavours/{id}',
      handler: async (request) => {
        requireAdministrator(parts, request)
        const changed = await changeFlavour(parts, request.params['id'] ?? '', await readBody(request))
        return { body: renderFlavour(base, changed) }
      },
    },
  ]
}
