import type { ClusterApiCondition } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { ANNOTATIONS } from '../annotations.ts'
import type { PoolStatement } from '../pool-conditions.ts'
import { known, type PoolScope, state } from '../scope.ts'
import type { MachineTemplate } from './templates/machine-template.ts'

/** What is said of the machines of a pool. */
export interface MachinesStatus {
  readonly availableReplicas?: number
  readonly conditions?: readonly ClusterApiCondition[]
}

/** Says of a pool what is said of its machines, unless something is worse. */
export function reportMachines(
  ctx: Ctx,
  scope: PoolScope,
  status: MachinesStatus | undefined,
  worse: Omit<PoolStatement, 'type'> | undefined,
): void {
  if (status) scope.status.replicas = status.availableReplicas ?? 0
  const ready = worse ?? readyOf(status)
  if (ready) state(ctx, scope, { type: 'Ready', ...ready })
}

function readyOf(status: MachinesStatus | undefined): Omit<PoolStatement, 'type'> | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (!ready) return undefined
  return {
    // Cluster API knows no other values.
    status: ready.status as PoolStatement['status'],
    reason: ready.reason || 'AsExpected',
    message: ready.message ?? '',
  }
}

/** Notes that all nodes have come to what the pool asked for. */
export function finishRollout(scope: PoolScope, template: Stored<MachineTemplate> | undefined): void {
  const { status, annotations } = scope
  const { hash, hashWithoutVersion } = known(scope.config, 'configuration')
  status.version = known(scope.release, 'release').version
  annotations[ANNOTATIONS.currentConfig] = hashWithoutVersion
  annotations[ANNOTATIONS.currentConfigVersion] = hash
  if (template) annotations[ANNOTATIONS.machineTemplate] = template.metadata.name
}
