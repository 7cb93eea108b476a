import { ClusterDeployment, ClusterSync } from '@skep/api'
import { type Ctx, type Reconciler, type Result, withOwnStatus } from '@skep/controller'
import { initializeHiveConditions, setHiveCondition } from '../../conditions.ts'
import { ANNOTATIONS } from '../../labels.ts'
import { type Deployment, writeStatus } from '../deployment/scope.ts'
import type { HiveParts } from '../parts.ts'
import { hasPowerStates, isTrue } from '../platforms.ts'
import { hibernate } from './hibernate.ts'
import { hibernatesAt } from './hibernate-after.ts'
import { type PowerOutcome, resume } from './resume.ts'
import { POWER, type PowerStatement } from './statements.ts'

/** Puts clusters to sleep and wakes them up. */
export const powerReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const before = await parts.cache.get(ClusterDeployment, key)
    if (!before || isTrue(before.metadata.annotations, ANNOTATIONS.reconcilePause)) return {}
    const deployment = withOwnStatus(before)
    const conditions = ((deployment.status ??= {}).conditions ??= [])
    initializeHiveConditions(conditions, ['Hibernating', 'Ready'], ctx.clock.now())
    const { statement, againMs } = await outcomeOf(ctx, parts, deployment)
    state(ctx, deployment, statement)
    await writeStatus(parts, before, deployment)
    return againMs === undefined ? sleepWhenDue(ctx, parts, deployment) : { requeueAfterMs: againMs }
  }

const SILENT: PowerOutcome = { statement: {} }

async function outcomeOf(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<PowerOutcome> {
  const { metadata, spec } = deployment
  if (metadata.deletionTimestamp !== undefined) return { statement: POWER.deleted }
  if (!spec.installed) return SILENT
  if (isTrue(metadata.annotations, ANNOTATIONS.powerStatePause)) return { statement: POWER.paused }
  if (!hasPowerStates(spec.platform)) return { statement: POWER.unsupported }
  const sync = parts.cache.peek(ClusterSync, metadata)
  // It is made shortly after the install, and brings the deployment back.
  if (!sync) return SILENT
  const asleep = spec.powerState === 'Hibernating'
  if (isTrue(metadata.annotations, ANNOTATIONS.fakeCluster)) {
    return { statement: asleep ? POWER.hibernating('Fake cluster is stopped') : POWER.running }
  }
  return asleep
    ? hibernate(ctx, parts, deployment, sync.status?.firstSuccessTime !== undefined)
    : resume(ctx, parts, deployment)
}

function state(ctx: Ctx, { status }: Deployment, { hibernating, ready, powerState }: PowerStatement): void {
  const conditions = status?.conditions ?? []
  if (hibernating) setHiveCondition(conditions, { type: 'Hibernating', ...hibernating }, ctx.clock.now())
  if (ready) setHiveCondition(conditions, { type: 'Ready', ...ready }, ctx.clock.now())
  if (status && powerState !== undefined) status.powerState = powerState
}

/** A cluster that may run for so long only asks for its own sleep. */
async function sleepWhenDue(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<Result> {
  const { metadata, spec } = deployment
  const due = spec.installed && metadata.deletionTimestamp === undefined ? hibernatesAt(deployment) : undefined
  if (due === undefined || !hasPowerStates(spec.platform)) return {}
  const left = due - ctx.clock.now()
  if (left > 0) return { requeueAfterMs: left }
  const body = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { powerState: 'Hibernating' } }
  await parts.client.patch(ClusterDeployment, metadata, { type: 'merge', body })
  return {}
}
