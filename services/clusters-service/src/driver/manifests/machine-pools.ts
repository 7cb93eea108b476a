import type { HiveMachinePool } from '@skep/api'
import type { Draft } from '@skep/client'
import { WORKER_POOL } from '../../model/cluster/worker-pool.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { computeReplicas } from './install-config.ts'
import { machinePoolName } from './names.ts'
import { type ClusterOrder, computeTypeOf, idLabels, nameOf, namespaceOf, providerOf } from './order.ts'
import { type MachinePoolDocument, poolDocument } from './pool-document.ts'

/** Root volumes where nobody says how large they shall be. */
const ROOT_VOLUME = { size: 300, type: 'gp3' }

type PoolSpec = HiveMachinePool['spec']

/** All MachinePools that a cluster shall have: the one it starts with, and those that were added. */
export function machinePools(order: ClusterOrder, pools: readonly ChildRecord[]) {
  // What is stored of the first one is there for lists alone.
  const added = pools.filter(({ id, deleting }) => !deleting && id !== WORKER_POOL)
  return [
    machinePool(order, WORKER_POOL, defaultPool(order)),
    ...added.map((pool) => machinePool(order, pool.id, poolDocument(pool))),
  ]
}

function machinePool(order: ClusterOrder, id: string, pool: MachinePoolDocument): Draft<HiveMachinePool> {
  const name = nameOf(order)
  return {
    metadata: { namespace: namespaceOf(order), name: machinePoolName(name, id), labels: idLabels(order) },
    spec: {
      clusterDeploymentRef: { name },
      name: id,
      ...size(pool),
      platform: platform(order, pool),
      ...(pool.labels === undefined ? {} : { labels: { ...pool.labels } }),
      ...(pool.taints === undefined ? {} : { taints: taintsOf(pool) }),
    },
  }
}

function defaultPool(order: ClusterOrder): MachinePoolDocument {
  const { cluster, workerTaints } = order.record
  const { nodes } = cluster
  return {
    ...(nodes?.autoscale_compute === undefined
      ? { replicas: computeReplicas(order) }
      : { autoscaling: nodes.autoscale_compute }),
    ...(nodes?.compute_labels === undefined ? {} : { labels: nodes.compute_labels }),
    ...(workerTaints === undefined ? {} : { taints: workerTaints }),
    ...(nodes?.compute_root_volume === undefined ? {} : { root_volume: nodes.compute_root_volume }),
  }
}

function size({ replicas, autoscaling }: MachinePoolDocument): Pick<PoolSpec, 'replicas' | 'autoscaling'> {
  if (autoscaling === undefined) return { replicas: replicas ?? 1 }
  const minReplicas = autoscaling.min_replicas ?? 0
  return { autoscaling: { minReplicas, maxReplicas: autoscaling.max_replicas ?? minReplicas } }
}

const taintsOf = ({ taints = [] }: MachinePoolDocument): NonNullable<PoolSpec['taints']> =>
  taints.map(({ key = '', value, effect = 'NoSchedule' }) => ({ key, ...(value ? { value } : {}), effect }))

function platform(order: ClusterOrder, pool: MachinePoolDocument): PoolSpec['platform'] {
  const type = pool.instance_type ?? computeTypeOf(order)
  const given = pool.availability_zones ?? order.record.cluster.nodes?.availability_zones ?? []
  const zones = given.length === 0 ? {} : { zones: [...given] }
  if (providerOf(order) === 'gcp') {
    const disk = pool.root_volume?.gcp?.size
    return { gcp: { type, ...zones, ...(disk === undefined ? {} : { osDisk: { diskSizeGB: disk } }) } }
  }
  return { aws: { type, ...zones, rootVolume: { ...ROOT_VOLUME, ...pool.root_volume?.aws }, ...awsExtras(pool) } }
}

function awsExtras({ subnets, aws }: MachinePoolDocument): Partial<NonNullable<PoolSpec['platform']['aws']>> {
  const price = aws?.spot_market_options?.max_price
  return {
    ...(subnets === undefined ? {} : { subnets: [...subnets] }),
    ...(aws?.tags === undefined ? {} : { userTags: { ...aws.tags } }),
    ...(aws?.spot_market_options === undefined
      ? {}
      : { spotMarketOptions: price === undefined ? {} : { maxPrice: String(price) } }),
    ...(aws?.additional_security_group_ids === undefined
      ? {}
      : { additionalSecurityGroupIDs: [...aws.additional_security_group_ids] }),
  }
}
