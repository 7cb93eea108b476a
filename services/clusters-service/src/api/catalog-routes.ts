import type { JsonObject } from '@skep/schema'
import type { Handler, Route, ServiceRequest } from '@skep/service'
import { notFound } from '../model/problem.ts'
import type { ApiBase } from './api-base.ts'
import { renderFlavour, renderMachineType, renderRegion, renderVersion } from './catalog-items.ts'
import { CATALOG_TYPES, type CatalogList } from './catalog-lists.ts'
import { changeFlavour, currentCatalog } from './flavours.ts'
import { memoizeLast } from './memoize.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { queryFlag, readBody, respondList } from './respond.ts'

/** Domains are those of shards: none can be reserved, and clients that look for some find none. */
const NO_DOMAINS: readonly JsonObject[] = []

/** What may be ordered. */
export function catalogRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const { catalog } = parts.driver
  const versions = memoizeLast(catalog.versions, (version) => renderVersion(base, version))
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

function itemById(noun: string, items: readonly JsonObject[], id = ''): JsonObject {
  const item = items.find((candidate) => candidate['id'] === id)
  if (!item) throw notFound(noun, id)
  return item
}

function flavourRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const items = async () => (await currentCatalog(parts)).flavours().map((flavour) => renderFlavour(base, flavour))
  return [
    ...collection(parts, base, 'flavours', '/flavours', items),
    {
      method: 'PATCH',
      path: '/flavours/{id}',
      handler: async (request) => {
        const changed = await changeFlavour(parts, request.params['id'] ?? '', await readBody(request))
        return { body: renderFlavour(base, changed) }
      },
    },
  ]
}

function cloudProviderRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const { catalog } = parts.driver
  const regionsOf = (provider: string) => catalog.regions(provider).map((region) => renderRegion(base, region))
  const show = (request: ServiceRequest) => (entry: { id: string; display_name: string }) =>
    render('CloudProvider', base, `/cloud_providers/${entry.id}`, entry.id, {
      name: entry.id,
      display_name: entry.display_name,
      ...(queryFlag(request, 'fetchRegions') ? { regions: regionsOf(entry.id) } : {}),
    })
  const findOne = (request: ServiceRequest) => {
    const id = request.params['provider_id'] ?? ''
    const entry = catalog.cloudProviders().find((candidate) => candidate.id === id)
    if (!entry) throw notFound('Cloud provider', id)
    return entry
  }
  return [
    {
      method: 'GET',
      path: '/cloud_providers',
      handler: async (request) => {
        const all = catalog.cloudProviders().map(show(request))
        return respondList(request, 'CloudProvider', (query) =>
          parts.catalogLists.find('cloud_providers', base.service, all, query),
        )
      },
    },
    {
      method: 'GET',
      path: '/cloud_providers/{provider_id}',
      handler: (request) => ({ body: show(request)(findOne(request)) }),
    },
    ...regionRoutes(parts, base, (request) => findOne(request).id),
  ]
}

function regionRoutes(parts: ApiParts, base: ApiBase, providerOf: (request: ServiceRequest) => string): Route[] {
  const path = '/cloud_providers/{provider_id}'
  const { catalog } = parts.driver
  const rendered = new Map<string, () => readonly JsonObject[]>()
  const regionsOf = (provider: string): readonly JsonObject[] => {
    let list = rendered.get(provider)
    if (!list) {
      list = memoizeLast(
        () => catalog.regions(provider),
        (region) => renderRegion(base, region),
      )
      rendered.set(provider, list)
    }
    return list()
  }
  const list = (enabledOnly: boolean): Handler => {
    const scope = enabledOnly ? 'available' : 'all'
    return async (request) => {
      const provider = providerOf(request)
      const all = regionsOf(provider)
      const items = enabledOnly ? all.filter(({ enabled }) => enabled) : all
      return respondList(request, 'CloudRegion', (query) =>
        parts.catalogLists.find('regions', `${base.service}/${scope}/${provider}`, items, query),
      )
    }
  }
  return [
    { method: 'GET', path: `${path}/regions`, handler: list(false) },
    {
      method: 'GET',
      path: `${path}/regions/{id}`,
      handler: (request) => {
        return { body: itemById('Region', regionsOf(providerOf(request)), request.params['id']) }
      },
    },
    {
      method: 'POST',
      path: `${path}/available_regions`,
      handler: async (request) => {
        await readBody(request)
        return list(true)(request)
      },
    },
  ]
}
