import { FLAVOURS } from '../../catalog/data/offers.ts'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import type { ShardRecord } from '../../records/shard-record.ts'
import { CLUSTER_ID_LABEL } from './names.ts'

/** A cluster that has been placed: everything that manifests are made of. */
export interface ClusterOrder {
  readonly record: ClusterRecord
  readonly shard: ShardRecord
  readonly environment: string
}

/** The name of the cluster, which its objects on the shard carry. */
export const nameOf = ({ record }: ClusterOrder): string => record.cluster.name ?? record.id

/** The namespace of the cluster on its shard. */
export const namespaceOf = ({ record, environment }: ClusterOrder): string =>
  record.namespace ?? `uhc-${environment}-${record.id}`

/** The cloud of the cluster. */
export const providerOf = ({ record }: ClusterOrder): string => record.cluster.cloud_provider?.id ?? 'aws'

/** The region of the cluster. */
export const regionOf = ({ record, shard }: ClusterOrder): string => record.cluster.region?.id ?? shard.region

/** The first label of the names of the cluster in DNS. */
export const dnsNameOf = (order: ClusterOrder): string => order.record.cluster.domain_prefix ?? nameOf(order)

/**
 * The domain below which the names of the cluster are: one of its own below that of the shard, because names are unique
 * in an organization only, and because Hive manages zones below its domains, not those domains themselves.
 */
export function baseDomainOf(order: ClusterOrder): string {
  const { record, shard } = order
  const given = record.cluster.dns?.base_domain
  if (given !== undefined) return given
  const domain = (providerOf(order) === 'gcp' ? shard.gcpBaseDomain : shard.awsBaseDomain) ?? 'example.com'
  return `${record.id.slice(-4)}.${domain}`
}

/** The machine type of compute nodes, as ordered or by the flavour. */
export const computeTypeOf = (order: ClusterOrder): string =>
  order.record.cluster.nodes?.compute_machine_type?.id ?? flavourType(order, 'compute_instance_type')

/** The machine type of control plane nodes, as ordered or by the flavour. */
export const masterTypeOf = (order: ClusterOrder): string =>
  order.record.cluster.nodes?.master_machine_type?.id ?? flavourType(order, 'master_instance_type')

/** What every object of a cluster on a shard is found by. */
export const idLabels = ({ record }: ClusterOrder): Record<string, string> => ({ [CLUSTER_ID_LABEL]: record.id })

/** Whether the cluster only plays one, without a cloud. */
export const isFake = ({ record }: ClusterOrder): boolean => record.cluster.properties?.['fake_cluster'] === 'true'

function flavourType(order: ClusterOrder, attribute: string): string {
  const id = order.record.cluster.flavour?.id
  const flavour = FLAVOURS.find((candidate) => candidate.id === id) ?? FLAVOURS[0]!
  const settings = flavour.attributes[providerOf(order)]
  const type = isAttributes(settings) ? settings[attribute] : undefined
  return typeof type === 'string' ? type : ''
}

const isAttributes = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
