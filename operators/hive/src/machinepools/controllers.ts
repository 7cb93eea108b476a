import { ClusterDeployment, HiveMachinePool } from '@skep/api'
import type { ObjectChange, Stored } from '@skep/client'
import { type KeysOf, specChanged, watchOf } from '@skep/controller'
import { type Json, jsonEqual } from '@skep/schema'
import { findHiveCondition } from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import { machinePoolReconciler } from './reconciler.ts'
import { createSimulatedMachines } from './simulated-machines.ts'

const WORKERS = 5
const DEPLOYMENT_INDEX = 'deployment'

/** Adds the controller of MachinePools. Clusters that are simulated get their machines as well. */
export function addMachinePoolController(parts: HiveParts): void {
  const pools = parts.manager.informersOf().of(HiveMachinePool, {
    indexes: {
      [DEPLOYMENT_INDEX]: ({ metadata, spec }) => [`${metadata.namespace}/${spec.clusterDeploymentRef.name}`],
    },
  })
  const poolsOf: KeysOf<ClusterDeployment> = ({ metadata }) =>
    pools.find(DEPLOYMENT_INDEX, `${metadata.namespace}/${metadata.name}`).map((pool) => pool.metadata)
  parts.manager.add({
    name: 'machinepool',
    kind: HiveMachinePool,
    when: (change) => specChanged(change) || annotationsChanged(change),
    watches: [watchOf(ClusterDeployment, poolsOf, { when: matters })],
    workers: WORKERS,
    reconcile: machinePoolReconciler(parts, createSimulatedMachines(parts.tenants, parts.clock)),
  })
}

const annotationsChanged = (change: ObjectChange): boolean =>
  change.type === 'updated' && !jsonEqual(annotationsOf(change.previous), annotationsOf(change.object))

const annotationsOf = ({ metadata }: Stored): Json => metadata.annotations ?? {}

/** Deployments change all the time; few changes decide what becomes of their machines. */
function matters(change: ObjectChange<ClusterDeployment>): boolean {
  if (change.type !== 'updated' || specChanged(change) || annotationsChanged(change)) return true
  return !jsonEqual(reachabilityOf(change.previous), reachabilityOf(change.object))
}

const reachabilityOf = ({ status }: Stored<ClusterDeployment>): Json => [
  findHiveCondition(status?.conditions, 'Unreachable')?.status ?? '',
  status?.powerState === 'Hibernating',
]
