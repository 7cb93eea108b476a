import type { CatalogMachineType, CatalogRegion } from '../driver-seam.ts'
import { type ConfigFile, type Fields, member, readItems, requireDistinct } from './config-file.ts'

/** A region as a `cloud_regions` file names it. */
export interface RegionConfig {
  readonly id: string
  readonly cloud_provider_id: string
  readonly display_name?: string
  readonly supports_multi_az?: boolean
}

/** What a `cloud_regions` constraints file says of a region. */
export interface RegionConstraint {
  readonly id: string
  readonly enabled?: boolean
  readonly govcloud?: boolean
  readonly ccs_only?: boolean
}

/** A machine type as an `instance_types` file names it; memory in bytes. */
export interface InstanceTypeConfig {
  readonly id: string
  readonly name?: string
  readonly cloud_provider_id: string
  readonly cpu_cores: number
  readonly memory: number
  readonly category?: string
  readonly size?: string
  readonly generic_name?: string
}

/** What an `instance_types` constraints file says of a machine type. */
export interface InstanceTypeConstraint {
  readonly id: string
  readonly ccs_only?: boolean
  readonly enabled?: boolean
}

/** The configuration files; one that is there replaces the built-in list. */
export interface CatalogFiles {
  readonly cloudRegions?: ConfigFile
  readonly cloudRegionConstraints?: ConfigFile
  readonly instanceTypes?: ConfigFile
  readonly instanceTypeConstraints?: ConfigFile
  /** Which versions regions take. */
  readonly regionConstraints?: ConfigFile
}

const REGION_FIELDS: Fields = {
  id: 'string!',
  cloud_provider_id: 'string!',
  display_name: 'string',
  supports_multi_az: 'boolean',
}
const REGION_CONSTRAINT_FIELDS: Fields = { id: 'string!', enabled: 'boolean', govcloud: 'boolean', ccs_only: 'boolean' }
const INSTANCE_TYPE_FIELDS: Fields = {
  id: 'string!',
  cloud_provider_id: 'string!',
  cpu_cores: 'number!',
  memory: 'number!',
  name: 'string',
  category: 'string',
  size: 'string',
  generic_name: 'string',
}
const INSTANCE_TYPE_CONSTRAINT_FIELDS: Fields = { id: 'string!', ccs_only: 'boolean', enabled: 'boolean' }

/** The regions of a file, or those that are built in, as constrained. */
export function configuredRegions(builtIn: readonly CatalogRegion[], files: CatalogFiles): CatalogRegion[] {
  const given = readList<RegionConfig>(files.cloudRegions, 'cloud_regions', REGION_FIELDS, inCloud)
  const regions = given?.map(regionOf) ?? builtIn
  const file = files.cloudRegionConstraints
  return constrained(regions, readList<RegionConstraint>(file, 'cloud_regions', REGION_CONSTRAINT_FIELDS, byId))
}

/** The machine types of a file, or those that are built in, as constrained. */
export function configuredMachineTypes(
  builtIn: readonly CatalogMachineType[],
  files: CatalogFiles,
): CatalogMachineType[] {
  const given = readList<InstanceTypeConfig>(files.instanceTypes, 'instance_types', INSTANCE_TYPE_FIELDS, byId)
  const types = given?.map(machineTypeOf) ?? builtIn
  const file = files.instanceTypeConstraints
  const fields = INSTANCE_TYPE_CONSTRAINT_FIELDS
  return constrained(types, readList<InstanceTypeConstraint>(file, 'instance_types', fields, byId))
}

function readList<Item>(
  file: ConfigFile | undefined,
  list: string,
  fields: Fields,
  key: (item: Item) => string,
): Item[] | undefined {
  if (file === undefined) return undefined
  const items = readItems<Item>(file, list, member(file.content, list), fields)
  requireDistinct(file, list, items, key)
  return items
}

const byId = ({ id }: { readonly id: string }): string => id
const inCloud = (region: RegionConfig): string => `${region.cloud_provider_id}/${region.id}`

function regionOf(config: RegionConfig): CatalogRegion {
  return {
    id: config.id,
    display_name: config.display_name ?? config.id,
    cloud_provider_id: config.cloud_provider_id,
    enabled: true,
    supports_multi_az: config.supports_multi_az ?? false,
    ccs_only: false,
    supports_hypershift: config.cloud_provider_id !== 'gcp',
    govcloud: false,
  }
}

function machineTypeOf(config: InstanceTypeConfig): CatalogMachineType {
  return {
    id: config.id,
    name: config.name ?? config.id,
    category: config.category ?? 'general_purpose',
    cpu_cores: config.cpu_cores,
    memory_bytes: config.memory,
    size: config.size ?? 'small',
    generic_name: config.generic_name ?? config.id,
    cloud_provider_id: config.cloud_provider_id,
    ccs_only: false,
    enabled: true,
    architecture: 'amd64',
  }
}

/** Items with what the constraint of the same id says; what it leaves open stays. */
function constrained<Item extends { readonly id: string }>(
  items: readonly Item[],
  constraints: readonly { readonly id: string }[] = [],
): Item[] {
  const constraintOf = new Map(constraints.map((constraint) => [constraint.id, constraint]))
  return items.map((item) => ({ ...item, ...constraintOf.get(item.id) }))
}
