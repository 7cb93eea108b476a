import type { JsonObject } from '@skep/schema'
import type { Handler, Route, ServiceRequest } from '@skep/service'
import type { Catalog, CatalogCloudProvider } from '../driver-seam.ts'
import { notFound } from '../model/problem.ts'
import type { ApiBase } from './api-base.ts'
import { itemById, renderRegion } from './catalog-items.ts'
import { memoizeLast } from './memoize.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { queryFlag, readBody, respondList } from './respond.ts'

const PATH = '/cloud_providers/{provider_id}'

/** The clouds and their regions. */
export function cloudProviderRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const { catalog } = parts.driver
  const regionsOf = renderedRegions(catalog, base)
  const show = (request: ServiceRequest) => (provider: CatalogCloudProvider) =>
    renderProvider(base, provider, queryFlag(request, 'fetchRegions') ? regionsOf(provider.id) : undefined)
  return [
    {
      method: 'GET',
      path: '/cloud_providers',
      handler: async (request) => {
        const all = catalog.cloudProviders().map(show(request))
        // With and without regions they are different lists, also for those who ask at the same time.
        const scope = `${base.service}/${queryFlag(request, 'fetchRegions')}`
        return respondList(request, 'CloudProvider', (query) =>
          parts.catalogLists.find('cloud_providers', scope, all, query),
        )
      },
    },
    { method: 'GET', path: PATH, handler: (request) => ({ body: show(request)(providerOf(catalog, request)) }) },
    ...regionRoutes(parts, base, regionsOf),
  ]
}

type RegionsOf = (provider: string) => readonly JsonObject[]

function regionRoutes(parts: ApiParts, base: ApiBase, regionsOf: RegionsOf): Route[] {
  const { catalog } = parts.driver
  const list = listRegions(parts, `${base.service}/all`, regionsOf)
  const available = listRegions(parts, `${base.service}/available`, (provider) =>
    regionsOf(provider).filter(({ enabled }) => enabled),
  )
  return [
    { method: 'GET', path: `${PATH}/regions`, handler: list },
    {
      method: 'GET',
      path: `${PATH}/regions/{id}`,
      handler: (request) => ({
        body: itemById('Region', regionsOf(providerOf(catalog, request).id), request.params['id']),
      }),
    },
    {
      method: 'POST',
      path: `${PATH}/available_regions`,
      handler: async (request) => {
        await readBody(request)
        return available(request)
      },
    },
  ]
}

const listRegions =
  (parts: ApiParts, scope: string, regionsOf: RegionsOf): Handler =>
  (request) => {
    const { id } = providerOf(parts.driver.catalog, request)
    return respondList(request, 'CloudRegion', (query) =>
      parts.catalogLists.find('regions', `${scope}/${id}`, regionsOf(id), query),
    )
  }

/** The regions of each cloud, rendered once: equal lists are the same array. */
function renderedRegions(catalog: Catalog, base: ApiBase): RegionsOf {
  const rendered = new Map<string, () => readonly JsonObject[]>()
  return (provider) => {
    const known = rendered.get(provider)
    if (known) return known()
    const list = memoizeLast(
      () => catalog.regions(provider),
      (region) => renderRegion(base, region),
    )
    rendered.set(provider, list)
    return list()
  }
}

function providerOf(catalog: Catalog, { params }: ServiceRequest): CatalogCloudProvider {
  const id = params['provider_id'] ?? ''
  const provider = catalog.cloudProviders().find((candidate) => candidate.id === id)
  if (!provider) throw notFound('Cloud provider', id)
  return provider
}

const renderProvider = (
  base: ApiBase,
  { id, display_name }: CatalogCloudProvider,
  regions: readonly JsonObject[] | undefined,
): JsonObject =>
  render('CloudProvider', base, `/cloud_providers/${id}`, id, {
    name: id,
    display_name,
    ...(regions === undefined ? {} : { regions }),
  })
