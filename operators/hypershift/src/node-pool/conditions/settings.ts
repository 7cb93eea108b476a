import { readPause } from '../pause.ts'
import { PLATFORM_ARCHITECTURES, SCALE_FROM_ZERO } from '../platforms.ts'
import { type PoolScope, type PoolStep, refuse, state } from '../scope.ts'

/** Says whether an autoscaler decides on the number of nodes, and between which bounds. */
export const stateAutoscaling: PoolStep = (ctx, scope) => {
  const type = 'AutoscalingEnabled'
  const { autoScaling, platform } = scope.pool.spec
  if (!autoScaling) return void state(ctx, scope, { type, status: 'False', reason: 'AsExpected' })
  if (autoScaling.min === 0 && !SCALE_FROM_ZERO.has(platform.type)) {
    const message = `Autoscaling from zero (min=0) is not supported for ${platform.type} platform`
    return void state(ctx, scope, { type, status: 'False', reason: 'ValidationFailed', message })
  }
  const message = `Maximum nodes: ${autoScaling.max}, Minimum nodes: ${autoScaling.min}`
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected', message })
}

/** Says whether it is clear how nodes come to a new release. */
export const checkUpdateManagement: PoolStep = (ctx, scope) => {
  const type = 'UpdateManagementEnabled'
  const message = managementProblem(scope)
  if (message !== undefined) return refuse(ctx, scope, { type, status: 'False', reason: 'ValidationFailed', message })
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected' })
}

function managementProblem({ pool }: PoolScope): string | undefined {
  const { upgradeType, replace, inPlace } = pool.spec.management
  if (upgradeType === 'InPlace') return countProblem({ maxUnavailable: inPlace?.maxUnavailable ?? 1 })
  if (!replace?.strategy) {
    return 'this is unsupported. "Replace" upgrade type and a strategy: "RollingUpdate" or "OnDelete" are required'
  }
  if (replace.strategy === 'RollingUpdate' && !replace.rollingUpdate) {
    return 'this is unsupported. "Replace" upgrade type with strategy "RollingUpdate" require a MaxUnavailable and MaxSurge'
  }
  const { maxSurge = 1, maxUnavailable = 0 } = replace.rollingUpdate ?? {}
  if (isNothing(maxSurge) && isNothing(maxUnavailable)) return 'maxUnavailable and maxSurge cannot both be 0'
  return countProblem({ maxSurge, maxUnavailable })
}

const isNothing = (count: number | string): boolean => Number.parseInt(`${count}`, 10) === 0

/** What is wrong with numbers of nodes, which may be shares of all of them. */
function countProblem(counts: Readonly<Record<string, number | string>>): string | undefined {
  const isCount = (count: number | string) => (typeof count === 'number' ? count >= 0 : /^\d+%$/.test(count))
  const wrong = Object.entries(counts).find(([, count]) => !isCount(count))
  return wrong && `${wrong[0]}: ${JSON.stringify(wrong[1])} is neither a number of nodes nor a percentage`
}

/** Says whether machines of the platform can have the architecture, and whether the release has it. */
export const checkArchitecture: PoolStep = (ctx, scope) => {
  const type = 'ValidArchPlatform'
  const { arch, platform } = scope.pool.spec
  const invalid = { type, status: 'False', reason: 'InvalidArchPlatform' } as const
  if (!(PLATFORM_ARCHITECTURES[platform.type] ?? []).includes(arch)) {
    const message = `CPU arch ${arch} is not supported for platform: ${platform.type}, use 'amd64' instead`
    return void state(ctx, scope, { ...invalid, message })
  }
  const payload = scope.hostedCluster.status?.payloadArch
  // As long as nobody has looked into the release, there is nothing to object to.
  if (payload !== undefined && payload !== 'Multi' && payload !== arch.toUpperCase()) {
    const message = `NodePool CPU arch, ${arch}, is not supported by the HostedCluster payload type, ${payload}; either change the NodePool CPU arch or use a multi-arch release image`
    return refuse(ctx, scope, { ...invalid, message })
  }
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected' })
}

/** Says whether anything is done to the pool. */
export const stateActivity: PoolStep = (ctx, scope) => {
  const type = 'ReconciliationActive'
  const { pausedUntil } = scope.pool.spec
  const pause = readPause(pausedUntil, ctx.clock.now())
  if (pause.paused) {
    const until = pause.remainingMs === undefined ? ' until field removed' : ` until: ${pausedUntil}`
    const message = `Reconciliation paused${until}`
    return void state(ctx, scope, { type, status: 'False', reason: 'ReconciliationPaused', message })
  }
  const reason = pause.valid ? 'ReconciliationActive' : 'InvalidPausedUntilValue'
  const message = pause.valid ? 'Reconciliation active on resource' : 'Invalid value provided for PausedUntil field'
  state(ctx, scope, { type, status: 'True', reason, message })
}
