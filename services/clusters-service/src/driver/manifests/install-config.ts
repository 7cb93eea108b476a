import {
  baseDomainOf,
  type ClusterOrder,
  computeTypeOf,
  dnsNameOf,
  masterTypeOf,
  providerOf,
  regionOf,
} from './order.ts'
import { type Plain, toYaml } from './yaml.ts'

const DEFAULT_COMPUTE = 2
const CONTROL_PLANE_REPLICAS = 3

/** The install-config.yaml from which the installer builds the cluster. */
export function installConfig(order: ClusterOrder, sshKey: string): string {
  const { cluster } = order.record
  return toYaml({
    apiVersion: 'v1',
    metadata: { name: dnsNameOf(order) },
    baseDomain: baseDomainOf(order),
    controlPlane: machines(order, 'master', cluster.nodes?.master ?? CONTROL_PLANE_REPLICAS, masterTypeOf(order)),
    compute: [machines(order, 'worker', computeReplicas(order), computeTypeOf(order))],
    networking: networking(order),
    platform: { [providerOf(order)]: platform(order) },
    publish: cluster.api?.listening === 'internal' ? 'Internal' : 'External',
    fips: cluster.fips ?? false,
    additionalTrustBundle: cluster.additional_trust_bundle,
    proxy: proxy(order),
    sshKey,
    // Hive adds the pull secret itself; the installer insists on the member.
    pullSecret: '',
  })
}

/** How many compute nodes a cluster starts with. */
export const computeReplicas = ({ record }: ClusterOrder): number =>
  record.cluster.nodes?.compute ?? record.cluster.nodes?.autoscale_compute?.min_replicas ?? DEFAULT_COMPUTE

function machines(order: ClusterOrder, name: string, replicas: number, type: string): Plain {
  const zones = order.record.cluster.nodes?.availability_zones
  return {
    name,
    replicas,
    platform: { [providerOf(order)]: { type, ...(zones === undefined || zones.length === 0 ? {} : { zones }) } },
  }
}

function networking({ record }: ClusterOrder): Plain {
  const { network = {} } = record.cluster
  return {
    networkType: network.type ?? 'OVNKubernetes',
    machineNetwork: [{ cidr: network.machine_cidr ?? '10.0.0.0/16' }],
    serviceNetwork: [network.service_cidr ?? '172.30.0.0/16'],
    clusterNetwork: [{ cidr: network.pod_cidr ?? '10.128.0.0/14', hostPrefix: network.host_prefix ?? 23 }],
  }
}

function platform(order: ClusterOrder): Plain {
  const { aws, gcp } = order.record.cluster
  const region = regionOf(order)
  if (providerOf(order) === 'gcp') return { region, projectID: gcp?.project_id ?? `pending-${order.record.id}` }
  return { region, userTags: aws?.tags, subnets: aws?.subnet_ids }
}

function proxy({ record }: ClusterOrder): Plain | undefined {
  const { proxy: given } = record.cluster
  if (given === undefined) return undefined
  return { httpProxy: given.http_proxy, httpsProxy: given.https_proxy, noProxy: given.no_proxy }
}
