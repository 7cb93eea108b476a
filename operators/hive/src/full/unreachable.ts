import { ClusterDeployment } from '@skep/api'
import { formatTime } from '@skep/base'
import { type Ctx, type Reconciler, withOwnStatus } from '@skep/controller'
import {
  findHiveCondition,
  type HiveCondition,
  type HiveConditionUpdate,
  initializeHiveConditions,
  setHiveCondition,
} from '../conditions.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import { ANNOTATIONS } from '../labels.ts'
import { type Deployment, writeStatus } from './deployment/scope.ts'
import type { HiveParts } from './parts.ts'
import { isTrue } from './platforms.ts'
import { pollAfter } from './poll.ts'

const RECHECK_MS = 2 * HOUR_MS
const RETRY_MS = MINUTE_MS
const TYPES = ['Unreachable', 'ActiveAPIURLOverride']

/** Says of installed clusters whether they answer: looked at every two hours, and more often while they do not. */
export const unreachableReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const before = await parts.cache.get(ClusterDeployment, key)
    if (!before || isTrue(before.metadata.annotations, ANNOTATIONS.reconcilePause)) return {}
    const { spec, metadata } = before
    if (metadata.deletionTimestamp !== undefined) return {}
    const deployment = withOwnStatus(before)
    const conditions = ((deployment.status ??= {}).conditions ??= [])
    initializeHiveConditions(conditions, TYPES, ctx.clock.now())
    const wait = spec.installed && spec.clusterMetadata ? untilCheck(ctx, deployment) : undefined
    if (wait === undefined || wait > 0) {
      await writeStatus(parts, before, deployment)
      return wait === undefined ? {} : { requeueAfterMs: wait }
    }
    const problem = await connect(ctx, parts, deployment)
    for (const update of statements(deployment, problem)) setHiveCondition(conditions, update, ctx.clock.now())
    // The time of the look counts even when it shows the same.
    const told = findHiveCondition(conditions, 'Unreachable')
    if (told) told.lastProbeTime = formatTime(ctx.clock.now())
    await writeStatus(parts, before, deployment)
    return { requeueAfterMs: pauseAfter(told) }
  }

function untilCheck(ctx: Ctx, { status }: Deployment): number {
  const told = findHiveCondition(status?.conditions, 'Unreachable')
  if (told?.status === 'Unknown') return 0
  return Date.parse(told?.lastProbeTime ?? '') + pauseAfter(told) - ctx.clock.now()
}

/** How long after a look the next one is due. */
function pauseAfter(told: HiveCondition | undefined): number {
  if (told?.status !== 'True') return RECHECK_MS
  return pollAfter(Date.parse(told.lastTransitionTime ?? ''), Date.parse(told.lastProbeTime ?? ''), RETRY_MS)
}

/** Why the cluster does not answer; undefined when it does. */
async function connect(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<string | undefined> {
  try {
    const client = await parts.remotes.clientOf(deployment)
    if (!client) return 'there is no admin kubeconfig for the cluster'
    await client.raw({ path: '/version', signal: ctx.signal })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function statements({ spec }: Deployment, problem: string | undefined): HiveConditionUpdate[] {
  const reached = problem === undefined
  const reason = reached ? 'ClusterReachable' : 'ErrorConnectingToCluster'
  const message = problem ?? 'cluster is reachable'
  const unreachable = { type: 'Unreachable', status: reached ? 'False' : 'True', reason, message } as const
  if (!spec.controlPlaneConfig?.apiURLOverride) return [unreachable]
  return [unreachable, { ...unreachable, type: 'ActiveAPIURLOverride', status: reached ? 'True' : 'False' }]
}
