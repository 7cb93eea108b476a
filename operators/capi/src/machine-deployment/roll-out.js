import { ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import { UNSERVED_RETRY_MS } from '../externals.js'
import { ANNOTATIONS, FIELD_MANAGERS } from '../names.js'
import { patchObject, replicasOf } from '../objects.js'
import { referenceOf } from '../references.js'
import { newSet, setPatch } from './desired-set.js'
import { limitsOf, strategyOf } from './limits.js'
import { planPausedScale } from './paused-scale.js'
import { revisionAnnotations } from './revisions.js'
import { planOnDelete, planRollingUpdate } from './rollout.js'
import { allSets } from './scope.js'
import { listSets, sortSets } from './sets.js'
/** Brings the sets of a deployment one step further, and says when time alone brings the next. */
export async function rollOut(ctx, scope) {
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
async function confirmSets(ctx, scope) {
  const { deployment, parts } = scope
  scope.sets = sortSets(await listSets(parts, deployment), deployment, ctx.clock.now())
  if (!scope.sets.current) await checkTemplates(scope)
}
async function checkTemplates(scope) {
  const { deployment, parts } = scope
  const { bootstrap, infrastructureRef } = deployment.spec.template.spec ?? {}
  for (const reference of [referenceOf(bootstrap?.configRef), referenceOf(infrastructureRef)]) {
    const found = reference && (await parts.externals.get(reference, deployment.metadata.namespace))
    if (reference && !found) scope.problem = `MachineSet creation is blocked because ${reference.kind} does not exist`
  }
}
/** Under this name, the set that does not exist yet is planned for. */
const NEW = ''
function planOf({ deployment, sets: { current, old } }) {
  const limits = limitsOf(deployment)
  if (deployment.spec.paused) {
    const newestFirst = old.map(withMaxReplicas).reverse()
    return planPausedScale({ ...limits, current: current && withMaxReplicas(current), old: newestFirst })
  }
  const size = current ? sizeOf(current) : { name: NEW, spec: 0, actual: 0, available: 0 }
  const rollout = { ...limits, current: size, old: old.map(sizeOf) }
  return strategyOf(deployment) === 'OnDelete' ? planOnDelete(rollout) : planRollingUpdate(rollout)
}
const sizeOf = (set) => ({
  name: set.metadata.name,
  spec: replicasOf(set),
  actual: set.status?.replicas ?? 0,
  available: set.status?.availableReplicas ?? 0,
})
const withMaxReplicas = (set) => ({
  ...sizeOf(set),
  maxReplicas: Number(set.metadata.annotations?.[ANNOTATIONS.maxReplicas]) || replicasOf(set),
})
/** The current set first, so that it grows before others shrink. */
async function updateSets(ctx, scope, plan, revision) {
  const updated = new Map()
  for (const set of allSets(scope.sets)) {
    const isCurrent = set === scope.sets.current
    const replicas = plan.get(set.metadata.name) ?? replicasOf(set)
    const wish = { replicas, isCurrent, revision: isCurrent && revision ? revision : ownRevision(set) }
    updated.set(set.metadata.name, await updateSet(ctx, scope, set, wish))
  }
  const updatedOf = (set) => updated.get(set.metadata.name) ?? set
  const { current, old } = scope.sets
  scope.sets = { current: current && updatedOf(current), old: old.map(updatedOf) }
}
async function updateSet(ctx, scope, set, wish) {
  const { deployment, parts } = scope
  const patch = set.metadata.deletionTimestamp ? undefined : setPatch(deployment, set, wish)
  if (!patch) return set
  const updated = await patchObject(parts.client, ClusterApiMachineSet, set, patch, FIELD_MANAGERS.deployment)
  const [before, after] = [replicasOf(set), wish.replicas]
  if (before !== after) {
    const message = `Scaled ${after > before ? 'up' : 'down'} MachineSet ${set.metadata.name}: ${before} -> ${after}`
    ctx.events.record(deployment, { type: 'Normal', reason: 'SuccessfulScale', message })
  }
  return updated
}
/** The numbers that an old set has. */
function ownRevision({ metadata: { annotations = {} } }) {
  const keys = [ANNOTATIONS.revision, ANNOTATIONS.revisionHistory]
  return Object.fromEntries(keys.flatMap((key) => (annotations[key] === undefined ? [] : [[key, annotations[key]]])))
}
async function createSet(ctx, scope, plan, revision) {
  const { deployment, parts } = scope
  const wish = { replicas: plan.get(NEW) ?? 0, isCurrent: true, revision }
  const draft = newSet(deployment, wish, parts.random)
  const current = await parts.client.create(ClusterApiMachineSet, draft, { fieldManager: FIELD_MANAGERS.deployment })
  scope.sets = { ...scope.sets, current }
  const { namespace, name } = current.metadata
  const message = `Created MachineSet ${namespace}/${name} with ${wish.replicas} replicas`
  ctx.events.record(deployment, { type: 'Normal', reason: 'SuccessfulCreate', message })
}
async function writeRevision({ deployment, parts }, revision) {
  if (deployment.metadata.annotations?.[ANNOTATIONS.revision] === revision) return
  const body = { metadata: { annotations: { [ANNOTATIONS.revision]: revision } } }
  const { metadata } = await patchObject(parts.client, MachineDeployment, deployment, body)
  deployment.metadata.resourceVersion = metadata.resourceVersion
  deployment.metadata.annotations = { ...deployment.metadata.annotations, [ANNOTATIONS.revision]: revision }
}
/** A rollout that is set for later begins by itself. */
function untilRollout({ deployment }, now) {
  const after = Date.parse(deployment.spec.rolloutAfter ?? '')
  return after > now ? { requeueAfterMs: after - now } : {}
}
//# sourceMappingURL=roll-out.js.map
