import type { Ctx } from '@skep/controller'
import { ANNOTATIONS } from '../annotations.ts'
import type { PoolStatement } from '../pool-conditions.ts'
import { known, type PoolScope, type PoolStep, state } from '../scope.ts'

/** Says whether nodes are on their way to another configuration. */
export const stateUpdatingConfig: PoolStep = (ctx, scope) => {
  const target = known(scope.config, 'configuration').hashWithoutVersion
  const isUpdating = scope.pool.metadata.annotations?.[ANNOTATIONS.currentConfig] !== target
  stateUpdate(ctx, scope, 'UpdatingConfig', isUpdating, `Updating config in progress. Target config: ${target}`)
}

/** Says whether nodes are on their way to another release; the first one counts. */
export const stateUpdatingVersion: PoolStep = (ctx, scope) => {
  const { version } = known(scope.release, 'release')
  const isUpdating = scope.status.version !== version
  stateUpdate(ctx, scope, 'UpdatingVersion', isUpdating, `Updating version in progress. Target version: ${version}`)
}

function stateUpdate(ctx: Ctx, scope: PoolScope, type: string, isUpdating: boolean, message: string): void {
  const update = isUpdating ? (inPlaceProgress(scope) ?? { status: 'True', message }) : { status: 'False' as const }
  state(ctx, scope, { type, reason: 'AsExpected', ...update } satisfies PoolStatement)
}

/** What is said of nodes that are updated where they are. */
function inPlaceProgress({ parts, pool, controlPlane }: PoolScope): Omit<PoolStatement, 'type'> | undefined {
  if (pool.spec.management.upgradeType !== 'InPlace') return undefined
  const machineSet = parts.reads.machineSets.get({ namespace: controlPlane, name: pool.metadata.name })
  const failed = machineSet?.metadata.annotations?.[ANNOTATIONS.upgradeInProgressFalse]
  if (failed !== undefined) return { status: 'False', reason: 'InplaceUpgradeFailed', message: failed }
  const message = machineSet?.metadata.annotations?.[ANNOTATIONS.upgradeInProgressTrue]
  return message === undefined ? undefined : { status: 'True', message }
}
