import type { HostedCluster, NodePool } from '@skep/api'
import type { Draft } from '@skep/client'
import type { ChildRecord } from '../../records/child-record.ts'
import { clusterLabels } from '../manifests/cluster-deployment.ts'
import { pullSecretName } from '../manifests/names.ts'
import { baseDomainOf, type ClusterOrder, dnsNameOf, idLabels, nameOf, regionOf } from '../manifests/order.ts'
import { rolesOf } from './roles.ts'
import { hostedRef, nodePoolRef } from './scope.ts'

const SERVICES = { APIServer: 'api', OAuthServer: 'oauth', Konnectivity: 'konnectivity', Ignition: 'ignition' } as const

/** The HostedCluster from which HyperShift makes the control plane. */
export function hostedCluster(order: ClusterOrder, image: string): Draft<HostedCluster> {
  const { cluster } = order.record
  const domain = `${dnsNameOf(order)}.${baseDomainOf(order)}`
  return {
    metadata: { ...hostedRef(order), labels: clusterLabels(order) },
    spec: defaulted({
      release: { image },
      dns: { baseDomain: baseDomainOf(order) },
      pullSecret: { name: pullSecretName(nameOf(order)) },
      controllerAvailabilityPolicy: cluster.multi_az ? 'HighlyAvailable' : 'SingleReplica',
      fips: cluster.fips ?? false,
      networking: networking(order),
      platform: { type: 'AWS', aws: awsPlatform(order) },
      services: Object.entries(SERVICES).map(([service, name]) => ({
        service: service as keyof typeof SERVICES,
        servicePublishingStrategy: { type: 'Route', route: { hostname: `${name}.${domain}` } },
      })),
    }),
  }
}

/** The server fills in what is left open, which types do not tell. */
const defaulted = (spec: Partial<HostedCluster['spec']>) => spec as HostedCluster['spec']

function networking({ record }: ClusterOrder) {
  const { network = {} } = record.cluster
  const pods = { cidr: network.pod_cidr ?? '10.128.0.0/14' }
  return {
    networkType: 'OVNKubernetes' as const,
    clusterNetwork: [network.host_prefix === undefined ? pods : { ...pods, hostPrefix: network.host_prefix }],
    serviceNetwork: [{ cidr: network.service_cidr ?? '172.30.0.0/16' }],
    machineNetwork: [{ cidr: network.machine_cidr ?? '10.0.0.0/16' }],
  }
}

function awsPlatform(order: ClusterOrder) {
  const { aws, multi_arch_enabled: multiArch = false } = order.record.cluster
  const tags = Object.entries(aws?.tags ?? {}).map(([key, value]) => ({ key, value }))
  return {
    region: regionOf(order),
    rolesRef: rolesOf(order),
    multiArch,
    endpointAccess: aws?.private_link ? ('Private' as const) : ('Public' as const),
    ...(tags.length === 0 ? {} : { resourceTags: tags }),
  }
}

/** A node pool as it is stored. */
interface NodePoolDocument {
  readonly replicas?: number
  readonly autoscaling?: { readonly min_replica?: number; readonly max_replica?: number }
  readonly auto_repair?: boolean
  readonly management_upgrade?: { readonly max_surge?: string; readonly max_unavailable?: string }
  readonly aws_node_pool?: { readonly instance_type?: string }
  readonly subnet?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly taints?: readonly { readonly key?: string; readonly value?: string; readonly effect?: Effect }[]
}
type Effect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute'

/** The NodePool of one of the node pools of a cluster. */
export function nodePool(order: ClusterOrder, { id, document }: ChildRecord, image: string): Draft<NodePool> {
  // Checked against its schema when it was stored.
  const pool = document as NodePoolDocument
  const { cluster } = order.record
  const instanceType = pool.aws_node_pool?.instance_type ?? cluster.nodes?.compute_machine_type?.id ?? 'm5.xlarge'
  const subnet = pool.subnet ?? cluster.aws?.subnet_ids?.[0] ?? `subnet-${order.record.id.slice(-8)}`
  return {
    metadata: { ...nodePoolRef(order, id), labels: idLabels(order) },
    spec: {
      clusterName: nameOf(order),
      ...size(pool),
      arch: 'amd64',
      release: { image },
      management: { upgradeType: 'Replace', replace: rollout(pool), autoRepair: pool.auto_repair ?? true },
      platform: { type: 'AWS', aws: { instanceType, subnet: { id: subnet } } },
      nodeLabels: { ...pool.labels },
      taints: (pool.taints ?? []).map(({ key = '', value = '', effect = 'NoSchedule' }) => ({ key, value, effect })),
    },
  }
}

/** How nodes are replaced: one more than there shall be, and none less, unless the pool says otherwise. */
function rollout({ management_upgrade: upgrade }: NodePoolDocument) {
  const { max_surge: maxSurge = '1', max_unavailable: maxUnavailable = '0' } = upgrade ?? {}
  const rollingUpdate = { maxSurge: countOrShare(maxSurge), maxUnavailable: countOrShare(maxUnavailable) }
  return { strategy: 'RollingUpdate' as const, rollingUpdate }
}

const countOrShare = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

function size({ replicas, autoscaling }: NodePoolDocument) {
  if (!autoscaling) return { replicas: replicas ?? 0 }
  const min = autoscaling.min_replica ?? 0
  return { autoScaling: { min, max: Math.max(1, autoscaling.max_replica ?? min) } }
}
