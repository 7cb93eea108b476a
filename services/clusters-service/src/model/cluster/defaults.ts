import type { Random } from '@skep/base'
import { isObject, type JsonObject } from '@skep/schema'
import { offeredVersions } from '../../catalog/offered.ts'
import { isWithin } from '../../catalog/region-versions.ts'
import type { Catalog, CatalogFlavour } from '../../driver-seam.ts'
import { MAX_DOMAIN_PREFIX } from './check.ts'
import type { Cluster } from './cluster.ts'

const DEFAULT_FLAVOUR = 'osd-4'
const NETWORK = {
  type: 'OVNKubernetes',
  machine_cidr: '10.0.0.0/16',
  service_cidr: '172.30.0.0/16',
  pod_cidr: '10.128.0.0/14',
  host_prefix: 23,
} as const

/** What the defaults depend on. */
export interface DefaultsContext {
  readonly catalog: Catalog
  readonly random: Random
  /** The cloud of an order that names none. */
  readonly cloudProvider: string
}

/** An order with everything filled in that it left open. */
export function withDefaults(cluster: Cluster, { catalog, random, cloudProvider }: DefaultsContext): Cluster {
  const provider = cluster.cloud_provider?.id ?? cloudProvider
  const hosted = cluster.hypershift?.enabled ?? provider === 'azure'
  const flavourId = cluster.flavour?.id ?? DEFAULT_FLAVOUR
  const flavour = catalog.flavours().find(({ id }) => id === flavourId)
  return {
    ...cluster,
    domain_prefix: cluster.domain_prefix ?? domainPrefix(cluster.name ?? '', random),
    cloud_provider: { id: provider },
    flavour: { id: flavourId },
    product: { id: cluster.product?.id ?? (provider === 'azure' ? 'aro' : 'osd') },
    version: defaultVersion({ ...cluster, cloud_provider: { id: provider } }, catalog, hosted),
    network: { ...NETWORK, ...cluster.network },
    nodes: defaultNodes(cluster, provider, hosted, flavour),
    api: { listening: 'external', ...cluster.api },
    multi_az: cluster.multi_az ?? false,
    managed: cluster.managed ?? true,
    ccs: { enabled: provider === 'azure', disable_scp_checks: false, ...cluster.ccs },
    hypershift: { enabled: hosted },
    fips: cluster.fips ?? false,
    etcd_encryption: cluster.etcd_encryption ?? false,
    multi_arch_enabled: cluster.multi_arch_enabled ?? false,
    disable_user_workload_monitoring: cluster.disable_user_workload_monitoring ?? false,
    billing_model: cluster.billing_model ?? 'standard',
    delete_protection: { enabled: cluster.delete_protection?.enabled ?? false },
    properties: cluster.properties ?? {},
    node_drain_grace_period: cluster.node_drain_grace_period ?? { value: 60, unit: 'minutes' },
    health_state: 'unknown',
  }
}

/** The name where it is short enough, or its beginning and something that tells it from others. */
function domainPrefix(name: string, random: Random): string {
  if (name.length <= MAX_DOMAIN_PREFIX) return name
  const end = random.uint32().toString(32).padStart(4, '0').slice(-4)
  return `${name.slice(0, MAX_DOMAIN_PREFIX - 5).replace(/-+$/, '')}-${end}`
}

/** The version that was asked for, or the one that is usual; neither while no shard has told of any. */
export function defaultVersion(
  cluster: Cluster,
  catalog: Pick<Catalog, 'versions' | 'azureVersions' | 'versionLimits'>,
  hosted: boolean,
): Cluster['version'] {
  const asked = cluster.version
  if (asked?.id !== undefined) return { id: asked.id, channel_group: asked.channel_group }
  const group = asked?.channel_group ?? 'stable'
  const provider = cluster.cloud_provider?.id ?? ''
  const limits = catalog.versionLimits(provider, cluster.region?.id ?? '') ?? {}
  const candidates = offeredVersions(catalog, provider).filter(
    (version) => version.enabled && version.channel_group === group && isWithin(version.raw_id, limits),
  )
  const chosen = candidates.find((version) => (hosted ? version.hosted_control_plane_default : version.default))
  const version = chosen ?? candidates.at(-1)
  return version && { id: version.id, channel_group: version.channel_group }
}

function defaultNodes(cluster: Cluster, provider: string, hosted: boolean, flavour: CatalogFlavour | undefined) {
  const machineType = cluster.nodes?.compute_machine_type?.id ?? flavourText(flavour, provider, 'compute_instance_type')
  const scaled = cluster.nodes?.autoscale_compute !== undefined
  const zones = cluster.multi_az ? 3 : 1
  return {
    ...(hosted ? {} : { master: 3, infra: cluster.multi_az ? 3 : 2 }),
    ...(scaled || hosted ? {} : { compute: zones === 3 ? 3 : 2 }),
    ...cluster.nodes,
    ...(machineType === undefined ? {} : { compute_machine_type: { id: machineType } }),
  }
}

function flavourText(flavour: CatalogFlavour | undefined, provider: string, name: string): string | undefined {
  const settings: JsonObject[string] = flavour?.attributes[provider]
  const value = isObject(settings) ? settings[name] : undefined
  return typeof value === 'string' ? value : undefined
}
