import type { JsonObject } from '@skep/schema'
import type { CatalogFlavour, CatalogMachineType, CatalogRegion, CatalogVersion } from '../driver-seam.ts'
import { notFound } from '../model/problem.ts'
import type { ApiBase } from './api-base.ts'
import { render, renderLink } from './render.ts'

/** A version as clients see it. */
export const renderVersion = (base: ApiBase, version: CatalogVersion): JsonObject =>
  render('Version', base, `/versions/${version.id}`, version.id, version)

/** A region as clients see it. */
export function renderRegion(base: ApiBase, region: CatalogRegion): JsonObject {
  const { id, cloud_provider_id: provider, ...rest } = region
  return {
    ...render('CloudRegion', base, `/cloud_providers/${provider}/regions/${id}`, id, { name: id, ...rest }),
    cloud_provider: renderLink('CloudProvider', base, `/cloud_providers/${provider}`, provider),
  }
}

/** A machine type as clients see it. */
export function renderMachineType(base: ApiBase, type: CatalogMachineType): JsonObject {
  const { id, name, cloud_provider_id: provider, cpu_cores, memory_bytes, enabled, ...rest } = type
  return {
    ...render('MachineType', base, `/machine_types/${id}`, id, { name, ...rest }),
    cpu: { value: cpu_cores, unit: 'vCPU' },
    memory: { value: memory_bytes, unit: 'B' },
    cloud_provider: renderLink('CloudProvider', base, `/cloud_providers/${provider}`, provider),
  }
}

/** A flavour as clients see it. */
export const renderFlavour = (base: ApiBase, { id, attributes }: CatalogFlavour): JsonObject =>
  render('Flavour', base, `/flavours/${id}`, id, { name: id, ...attributes })

/** The item of this id; 404 when there is none. */
export function itemById(noun: string, items: readonly JsonObject[], id = ''): JsonObject {
  const item = items.find((candidate) => candidate['id'] === id)
  if (!item) throw notFound(noun, id)
  return item
}
