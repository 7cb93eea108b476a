import type { JsonObject } from '@skep/schema'
import type { ClusterRecord, WorkerTaint } from '../../records/cluster-record.ts'
import type { Cluster } from './cluster.ts'

/** The machine pool that every classic cluster starts with. It is not stored: the nodes of the cluster are what it is. */
export const WORKER_POOL = 'worker'

/** Whether a cluster has the pool: one whose control plane is not hosted, and that was ordered here. */
export const hasWorkerPool = ({ cluster, registered }: ClusterRecord): boolean =>
  !registered && !cluster.hypershift?.enabled

/** The pool, from the nodes of a cluster. */
export function workerPool({ cluster, workerTaints }: ClusterRecord): JsonObject {
  const { nodes = {} } = cluster
  return {
    id: WORKER_POOL,
    ...(nodes.autoscale_compute ? { autoscaling: nodes.autoscale_compute } : { replicas: nodes.compute ?? 0 }),
    ...(nodes.compute_machine_type?.id === undefined ? {} : { instance_type: nodes.compute_machine_type.id }),
    ...(nodes.availability_zones ? { availability_zones: nodes.availability_zones } : {}),
    ...(nodes.compute_labels ? { labels: nodes.compute_labels } : {}),
    ...(workerTaints ? { taints: workerTaints.map((taint) => ({ ...taint })) } : {}),
    ...(nodes.compute_root_volume ? { root_volume: nodes.compute_root_volume } : {}),
  }
}

/** What may change of the pool. */
export interface WorkerPoolChange {
  readonly replicas?: number
  readonly autoscaling?: NonNullable<Cluster['nodes']>['autoscale_compute']
  readonly labels?: Record<string, string>
  readonly taints?: readonly WorkerTaint[]
}

/** A cluster whose nodes are what its pool shall be. */
export function withWorkerPool({ cluster }: ClusterRecord, pool: WorkerPoolChange) {
  const { compute: _compute, autoscale_compute: _range, compute_labels: _labels, ...rest } = cluster.nodes ?? {}
  const nodes = {
    ...rest,
    ...(pool.autoscaling ? { autoscale_compute: pool.autoscaling } : { compute: pool.replicas }),
    ...(pool.labels ? { compute_labels: pool.labels } : {}),
  }
  return { cluster: { ...cluster, nodes }, service: { workerTaints: pool.taints } }
}
