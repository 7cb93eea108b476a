import { ClusterApiMachineSet } from '@skep/api'
import type { Ctx, Result } from '@skep/controller'
import { UNSERVED_RETRY_MS } from '../externals.ts'
import { ANNOTATIONS, FIELD_MANAGERS } from '../names.ts'
import { type MachineSet, patchOwn, replicasOf } from '../objects.ts'
import { referenceOf } from '../references.ts'
import { newSet, type SetWish, setPatch } from './desired-set.ts'
import { limitsOf, strategyOf } from './limits.ts'
import { planPausedScale } from './paused-scale.ts'
import { revisionAnnotations } from './revisions.ts'
import { planOnDelete, planRollingUpdate, type ScalePlan, type SetSize } from './rollout.ts'
import { allSets, type DeploymentScope } from './scope.ts'
import { listSets, sortSets } from './sets.ts'

/** Brings the sets of a deployment one step further, and says when time alone brings the next. */
export async function rollOut(ctx: Ctx, scope: DeploymentScope): Promise<Result> {
  const { deployment } = scope
  if (!scope.sets.current && !deployment.spec.paused) await confirmSets(ctx, scope)
  if (scope.problem !== undefined) return { requeueAfterMs: UNSERVED_RETRY_MS }
  const { current, old } = scope.sets
  const revision = current || !deployment.spec.paused ? revisionAnnotations(current, old) : undefined
  if (revision) await writeRevision(scope, revision[ANNOTATIONS.revision])
  const plan = planOf(scope)
  await updateSets(ctx, scope, plan, revision)
  if (!current && revision) await createSet(ctx, scope, plan, revision)
  return untilRollout(scope, ctx.clock.now())
}

/** A set that is about to be made may have been made already, by a run whose write is not known here yet. */
async function confirmSets(ctx: Ctx, scope: DeploymentScope): Promise<void> {
  const { deployment, parts } = scope
  scope.sets = sortSets(ctx, await listSets(parts, deployment), deployment)
  if (!scope.sets.current) await checkTemplates(scope)
}

async function checkTemplates(scope: DeploymentScope): Promise<void> {
  const { deployment, parts } = scope
  const { bootstrap, infrastructureRef } = deployment.spec.template.spec ?? {}
  for (const reference of [referenceOf(bootstrap?.configRef), referenceOf(infrastructureRef)]) {
    const found = reference && (await parts.externals.get(reference, deployment.metadata.namespace))
    if (reference && !found) scope.problem = `MachineSet creation is blocked because ${reference.kind} does not exist`
  }
}

/** Under this name, the set that does not exist yet is planned for. */
const NEW = ''

function planOf({ deployment, sets: { current, old } }: DeploymentScope): ScalePlan {
  const limits = limitsOf(deployment)
  if (deployment.spec.paused) {
    const newestFirst = old.map(withMaxReplicas).reverse()
    return planPausedScale({ ...limits, current: current && withMaxReplicas(current), old: newestFirst })
  }
  const size = current ? sizeOf(current) : { name: NEW, spec: 0, actual: 0, available: 0 }
  const rollout = { ...limits, current: size, old: old.map(sizeOf) }
  return strategyOf(deployment) === 'OnDelete' ? planOnDelete(rollout) : planRollingUpdate(rollout)
}

const sizeOf = (set: MachineSet): SetSize => ({
  name: set.metadata.name,
  spec: replicasOf(set),
  actual: set.status?.replicas ?? 0,
  available: set.status?.availableReplicas ?? 0,
})

const withMaxReplicas = (set: MachineSet) => ({
  ...sizeOf(set),
  maxReplicas: Number(set.metadata.annotations?.[ANNOTATIONS.maxReplicas]) || replicasOf(set),
})

/** The current set first, so that it grows before others shrink. */
async function updateSets(
  ctx: Ctx,
  scope: DeploymentScope,
  plan: ScalePlan,
  revision: SetWish['revision'] | undefined,
): Promise<void> {
  const updated = new Map<string, MachineSet>()
  for (const set of allSets(scope.sets)) {
    const isCurrent = set === scope.sets.current
    const replicas = plan.get(set.metadata.name) ?? replicasOf(set)
    const wish = { replicas, isCurrent, revision: isCurrent && revision ? revision : ownRevision(set) }
    updated.set(set.metadata.name, await updateSet(ctx, scope, set, wish))
  }
  const updatedOf = (set: MachineSet): MachineSet => updated.get(set.metadata.name) ?? set
  const { current, old } = scope.sets
  scope.sets = { current: current && updatedOf(current), old: old.map(updatedOf) }
}

async function updateSet(ctx: Ctx, scope: DeploymentScope, set: MachineSet, wish: SetWish): Promise<MachineSet> {
  const { deployment, parts } = scope
  const patch = set.metadata.deletionTimestamp ? undefined : await setPatch(parts.client, deployment, set, wish)
  if (!patch) return set
  const updated = await patchOwn(parts.client, parts.copies.sets, set, patch, FIELD_MANAGERS.deployment)
  const [before, after] = [replicasOf(set), wish.replicas]
  if (before !== after) {
    const message = `Scaled ${after > before ? 'up' : 'down'} MachineSet ${set.metadata.name}: ${before} -> ${after}`
    ctx.events.record(deployment, { type: 'Normal', reason: 'SuccessfulScale', message })
  }
  return updated
}

/** The numbers that an old set has. */
function ownRevision({ metadata: { annotations = {} } }: MachineSet): Record<string, string> {
  const keys = [ANNOTATIONS.revision, ANNOTATIONS.revisionHistory]
  return Object.fromEntries(keys.flatMap((key) => (annotations[key] === undefined ? [] : [[key, annotations[key]]])))
}

async function createSet(
  ctx: Ctx,
  scope: DeploymentScope,
  plan: ScalePlan,
  revision: SetWish['revision'],
): Promise<void> {
  const { deployment, parts } = scope
  const wish = { replicas: plan.get(NEW) ?? 0, isCurrent: true, revision }
  const draft = newSet(deployment, wish, parts.random)
  const current = await parts.client.create(ClusterApiMachineSet, draft, { fieldManager: FIELD_MANAGERS.deployment })
  scope.sets = { ...scope.sets, current }
  const { namespace, name } = current.metadata
  const message = `Created MachineSet ${namespace}/${name} with ${wish.replicas} replicas`
  ctx.events.record(deployment, { type: 'Normal', reason: 'SuccessfulCreate', message })
}

async function writeRevision({ deployment, parts }: DeploymentScope, revision: string): Promise<void> {
  if (deployment.metadata.annotations?.[ANNOTATIONS.revision] === revision) return
  const body = { metadata: { annotations: { [ANNOTATIONS.revision]: revision } } }
  const { metadata } = await patchOwn(parts.client, parts.copies.deployments, deployment, body)
  deployment.metadata.resourceVersion = metadata.resourceVersion
  deployment.metadata.annotations = { ...deployment.metadata.annotations, [ANNOTATIONS.revision]: revision }
}

/** A rollout that is set for later begins by itself. */
function untilRollout({ deployment }: DeploymentScope, now: number): Result {
  const after = Date.parse(deployment.spec.rolloutAfter ?? '')
  return after > now ? { requeueAfterMs: after - now } : {}
}
