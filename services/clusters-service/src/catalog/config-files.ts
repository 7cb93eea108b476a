import type { CatalogMachineType, CatalogRegion } from '../driver-seam.ts'

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

/** What the configuration files say, each as it was parsed; a file that is there replaces the built-in list. */
export interface CatalogFiles {
  readonly cloudRegions?: unknown
  readonly cloudRegionConstraints?: unknown
  readonly instanceTypes?: unknown
  readonly instanceTypeConstraints?: unknown
}

/** The regions of a file, or those that are built in, as constrained. */
export function configuredRegions(builtIn: readonly CatalogRegion[], files: CatalogFiles): CatalogRegion[] {
  const given = readList<RegionConfig>(files.cloudRegions, 'cloud_regions', ['id', 'cloud_provider_id'])
  const regions = given?.map(regionOf) ?? builtIn
  const constraints = readList<RegionConstraint>(files.cloudRegionConstraints, 'cloud_regions', ['id'])
  return constrained(regions, constraints)
}

/** The machine types of a file, or those that are built in, as constrained. */
export function configuredMachineTypes(
  builtIn: readonly CatalogMachineType[],
  files: CatalogFiles,
): CatalogMachineType[] {
  const required = ['id', 'cloud_provider_id', 'cpu_cores', 'memory']
  const given = readList<InstanceTypeConfig>(files.instanceTypes, 'instance_types', required)
  const types = given?.map(machineTypeOf) ?? builtIn
  const constraints = readList<InstanceTypeConstraint>(files.instanceTypeConstraints, 'instance_types', ['id'])
  return constrained(types, constraints)
}

/** Reads the list of a file and checks that every item has what it must have. */
function readList<Item>(file: unknown, list: string, required: readonly string[]): Item[] | undefined {
  if (file === undefined) return undefined
  const items = isRecord(file) ? file[list] : undefined
  if (!Array.isArray(items)) throw new Error(`expected a list named ${list}`)
  items.forEach((item: unknown, index) => {
    const missing = required.find((field) => !isRecord(item) || item[field] === undefined)
    if (missing !== undefined) throw new Error(`${list}[${index}].${missing} is missing`)
  })
  return items
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

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
  const byId = new Map(constraints.map((constraint) => [constraint.id, constraint]))
  return items.map((item) => ({ ...item, ...byId.get(item.id) }))
}
