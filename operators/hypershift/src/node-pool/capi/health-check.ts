import { MachineHealthCheck } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import type { Draft } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { ensure } from '../../hosted-cluster/ensure.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS } from '../annotations.ts'
import { findPoolCondition, type PoolStatement } from '../pool-conditions.ts'
import { known, type PoolScope, retract, state } from '../scope.ts'
import { selectorOf } from './machine-metadata.ts'

const TIMEOUT = '8m0s'
/** Machines that somebody may have to start by hand. */
const SLOW_TIMEOUT = '16m0s'
const SLOW_PLATFORMS = new Set(['Agent', 'None'])
const STARTUP_TIMEOUT = '20m0s'
const MAX_UNHEALTHY = 2

/**
 * Has unhealthy machines replaced, if the pool wants that. Gives what is to be said of a pool in which so much is broken
 * that nothing is repaired.
 */
export async function ensureHealthCheck(ctx: Ctx, scope: PoolScope): Promise<Omit<PoolStatement, 'type'> | undefined> {
  const { parts, pool, controlPlane, status } = scope
  const present = parts.reads.healthChecks.get({ namespace: controlPlane, name: pool.metadata.name })
  const type = 'AutorepairEnabled'
  if (!pool.spec.management.autoRepair) {
    if (present) await parts.client.delete(MachineHealthCheck, present.metadata)
    state(ctx, scope, { type, status: 'False', reason: 'AsExpected' })
    return undefined
  }
  // Machines that cannot fetch their configuration would be replaced for ever.
  if (findPoolCondition(status.conditions, 'ReachedIgnitionEndpoint')?.status !== 'True') {
    if (!present) retract(scope, type)
    return undefined
  }
  const check = await ensure(parts.client, MachineHealthCheck, present, wantedCheck(scope))
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected' })
  const allowed = check.status?.conditions?.find((condition) => condition.type === 'RemediationAllowed')
  if (allowed?.status !== 'False') return undefined
  return { status: 'False', reason: allowed.reason ?? '', message: allowed.message ?? '' }
}

function wantedCheck(scope: PoolScope): Draft<MachineHealthCheck> {
  const { pool, poolKey, controlPlane, hostedCluster } = scope
  const selector = selectorOf(scope)
  const usual = SLOW_PLATFORMS.has(pool.spec.platform.type) ? SLOW_TIMEOUT : TIMEOUT
  const timeout = durationOf(scope, ANNOTATIONS.healthCheckTimeout) ?? usual
  return {
    metadata: { namespace: controlPlane, name: pool.metadata.name, annotations: { [NODE_POOL_ANNOTATION]: poolKey } },
    spec: {
      clusterName: known(hostedCluster.spec.infraID, 'infrastructure id'),
      selector: { matchLabels: { [selector]: selector } },
      unhealthyConditions: [
        { type: 'Ready', status: 'False', timeout },
        { type: 'Ready', status: 'Unknown', timeout },
      ],
      maxUnhealthy: maxUnhealthy(scope),
      nodeStartupTimeout: durationOf(scope, ANNOTATIONS.healthCheckStartupTimeout) ?? STARTUP_TIMEOUT,
    },
  }
}

/** What the pool says counts before what its hosted cluster says; what cannot be read does not count. */
const overrideOf = ({ pool, hostedCluster }: PoolScope, annotation: string): string | undefined =>
  pool.metadata.annotations?.[annotation] || hostedCluster.metadata.annotations?.[annotation] || undefined

function durationOf(scope: PoolScope, annotation: string): string | undefined {
  const text = overrideOf(scope, annotation)
  return text !== undefined && parseGoDuration(text) !== undefined ? text : undefined
}

function maxUnhealthy(scope: PoolScope): number | string {
  const text = overrideOf(scope, ANNOTATIONS.healthCheckMaxUnhealthy) ?? ''
  if (/^\d+%$/.test(text)) return text
  return /^\d+$/.test(text) ? Number(text) : MAX_UNHEALTHY
}
