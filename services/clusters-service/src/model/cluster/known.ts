import { offeredVersions } from '../../catalog/offered.ts'
import { describeLimits, isWithin } from '../../catalog/region-versions.ts'
import type { Catalog } from '../../driver-seam.ts'
import { badRequest } from '../problem.ts'
import type { Cluster } from './cluster.ts'

/** Refuses an order for something that does not exist, naming it. Regions are the business of shards, too. */
export function checkKnown(cluster: Cluster, catalog: Catalog): void {
  const provider = known('Cloud provider', cluster.cloud_provider?.id, catalog.cloudProviders())
  if (cluster.region?.id === undefined || cluster.region.id === '')
    throw badRequest("Attribute 'region.id' is mandatory")
  checkRegion(cluster, provider, catalog)
  known('Flavour', cluster.flavour?.id, catalog.flavours())
  known('Product', cluster.product?.id, catalog.products())
  checkVersion(cluster, catalog)
  for (const name of ['compute_machine_type', 'master_machine_type', 'infra_machine_type'] as const) {
    checkMachineType(cluster.nodes?.[name]?.id, provider, catalog)
  }
}

/** Refuses a machine type that the cloud does not have. */
export function checkMachineType(id: string | undefined, provider: string | undefined, catalog: Catalog): void {
  if (id === undefined) return
  const there = catalog
    .machineTypes()
    .some((type) => type.id === id && type.cloud_provider_id === provider && type.enabled)
  if (!there) throw badRequest(`Machine type '${id}' of cloud provider '${provider}' doesn't exist`)
}

function known(noun: string, id: string | undefined, entries: readonly { readonly id: string }[]): string | undefined {
  if (id !== undefined && !entries.some((entry) => entry.id === id)) throw badRequest(`${noun} '${id}' doesn't exist`)
  return id
}

/** A region that no list has may still be one that a shard serves: whether one does is checked with the shards. */
function checkRegion(cluster: Cluster, provider: string | undefined, catalog: Catalog): void {
  const region = catalog.regions(provider).find(({ id }) => id === cluster.region?.id)
  if (!region) return
  if (!region.enabled) throw badRequest(`Region '${region.id}' of cloud provider '${provider}' is disabled`)
  if (cluster.multi_az && !region.supports_multi_az) {
    throw badRequest(`Region '${region.id}' doesn't support several availability zones`)
  }
  if (region.ccs_only && !cluster.ccs?.enabled) {
    throw badRequest(`Region '${region.id}' is only available for clusters in the customer's own account`)
  }
}

/** Versions are what shards offer. While none has been heard of, the order waits for one instead of being refused. */
function checkVersion(cluster: Cluster, catalog: Catalog): void {
  const id = cluster.version?.id
  if (id === undefined) return
  const versions = offeredVersions(catalog, cluster.cloud_provider?.id)
  const version = versions.find((candidate) => candidate.id === id)
  if (!version && versions.length > 0) throw badRequest(`Version '${id}' doesn't exist`)
  if (version && !version.enabled) throw badRequest(`Version '${id}' is disabled`)
  checkVersionLimits(cluster, version?.raw_id ?? id.replace(/^openshift-v/, ''), catalog)
}

function checkVersionLimits({ cloud_provider: cloud, region, version }: Cluster, raw: string, catalog: Catalog): void {
  const limits = catalog.versionLimits(cloud?.id ?? '', region?.id ?? '')
  if (!limits || isWithin(raw, limits)) return
  throw badRequest(
    `Version '${version?.id}' isn't available in region '${region?.id}', which takes versions ${describeLimits(limits)}`,
  )
}
