import type { Catalog, CatalogMachineType, CatalogRegion, CatalogVersion } from '../driver-seam.ts'
import { type CatalogFiles, configuredMachineTypes, configuredRegions } from './config-files.ts'
import { BUILT_IN_MACHINE_TYPES } from './data/machine-types.ts'
import { CLOUD_PROVIDERS, FLAVOURS, PRODUCTS } from './data/offers.ts'
import { BUILT_IN_REGIONS } from './data/regions.ts'
import { readRegionVersions } from './region-versions.ts'

/** What a catalog is made of beside the built-in data. */
export interface CatalogOptions {
  /** The versions that active shards offer now. */
  readonly versions: () => readonly CatalogVersion[]
  /** The versions that clusters on Azure may have; those of the shards unless given. */
  readonly azureVersions?: () => readonly CatalogVersion[]
  /** Configuration files, parsed; none unless given. */
  readonly files?: CatalogFiles
}

/** What may be ordered: built-in data, as configured, and the versions of the shards. Throws what is wrong with a file. */
export function createCatalog({ versions, azureVersions, files = {} }: CatalogOptions): Catalog {
  const regions = configuredRegions(BUILT_IN_REGIONS, files)
  const machineTypes: readonly CatalogMachineType[] = configuredMachineTypes(BUILT_IN_MACHINE_TYPES, files)
  const regionsOf = new Map<string, CatalogRegion[]>()
  for (const region of regions) {
    const found = regionsOf.get(region.cloud_provider_id)
    if (found) found.push(region)
    else regionsOf.set(region.cloud_provider_id, [region])
  }
  return {
    versions,
    ...(azureVersions ? { azureVersions } : {}),
    versionLimits: readRegionVersions(files.regionConstraints),
    cloudProviders: () => CLOUD_PROVIDERS,
    regions: (provider) => (provider === undefined ? regions : (regionsOf.get(provider) ?? [])),
    machineTypes: () => machineTypes,
    flavours: () => FLAVOURS,
    products: () => PRODUCTS,
  }
}
