import type { Catalog, CatalogVersion } from '../driver-seam.ts'

/**
 * The versions that an order for a cloud may name. Shards for Azure tell of none: without a file that does, any may be
 * named there, and none is known.
 */
export function offeredVersions(
  catalog: Pick<Catalog, 'versions' | 'azureVersions'>,
  cloudProvider: string | undefined,
): readonly CatalogVersion[] {
  if (cloudProvider !== 'azure') return catalog.versions()
  return catalog.azureVersions?.() ?? []
}
