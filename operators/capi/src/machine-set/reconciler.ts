import { ClusterApiCluster, ClusterApiMachine, ClusterApiMachineSet, isEmptySelector } from '@skep/api'
import { type Ctx, dropFinalizer, hasFinalizer, type Reconciler, type Result } from '@skep/controller'
import { asJson, type JsonObject } from '@skep/schema'
import { pauseOf, setPaused } from '../conditions/next.ts'
import { FINALIZERS, LABELS } from '../names.ts'
import {
  type Cluster,
  controllerOf,
  hasOwner,
  isDeleting,
  type MachineSet,
  patchOwn,
  withOwner,
  workingCopy,
  writeStatus,
} from '../objects.ts'
import { ownerReference } from '../ownership.ts'
import type { ClusterApiParts } from '../parts.ts'
import { findMachines, listMachines } from './machines.ts'
import { updateMachines } from './propagation.ts'
import { replaceUnhealthy } from './remediation.ts'
import { completeMachines, keepReplicas } from './replicas.ts'
import type { SetScope } from './scope.ts'
import { summarizeSet } from './status.ts'

/** Keeps as many machines as a set asks for. */
export const machineSetReconciler =
  (parts: ClusterApiParts): Reconciler =>
  async (ctx, key) => {
    const { lookups, copies, client } = parts
    const found = copies.sets.get(key)
    const cluster = found && lookups.clusters.get({ namespace: key.namespace, name: found.spec.clusterName })
    if (!found || (!cluster && !isDeleting(found))) return {}
    const preparation = cluster && !isDeleting(found) && prepare(found, cluster)
    const before = preparation ? await patchOwn(client, copies.sets, found, preparation) : found
    const set = workingCopy(before)
    const deployment = lookups.deployments.get({ ...key, name: set.metadata.labels?.[LABELS.deployment] ?? '' })
    const scope: SetScope = { parts, cluster, set, deployment, machines: [] }
    const pause = pauseOf(cluster, set)
    setPaused(set, pause, ctx.clock.now())
    if (pause !== undefined) {
      await writeStatus(client, copies.sets, before, set)
      return {}
    }
    return isDeleting(set) ? removeSet(ctx, scope, before) : keepSet(ctx, scope, before)
  }

/** What a set lacks that is new; undefined for one that has all of it. */
function prepare(set: MachineSet, cluster: Cluster): JsonObject | undefined {
  const { finalizers = [], labels, ownerReferences } = set.metadata
  const { selector, clusterName, replicas } = set.spec
  const owner = ownerReference(ClusterApiCluster, cluster)
  const isOwned = controllerOf(set) !== undefined || labels?.[LABELS.deployment] !== undefined || hasOwner(set, owner)
  const isLabelled = labels?.[LABELS.cluster] === clusterName
  const isSelecting = !isEmptySelector(selector)
  const isComplete = isOwned && isLabelled && isSelecting && replicas !== undefined
  if (hasFinalizer(set, FINALIZERS.set) && isComplete) return undefined
  const own = { [LABELS.set]: set.metadata.name, [LABELS.cluster]: clusterName }
  return {
    metadata: {
      finalizers: [...new Set([...finalizers, FINALIZERS.set])],
      labels: { [LABELS.cluster]: clusterName },
      ...(isOwned ? {} : { ownerReferences: asJson(withOwner(ownerReferences, owner)) }),
    },
    spec: {
      ...(replicas === undefined ? { replicas: 1 } : {}),
      ...(isSelecting ? {} : { selector: { matchLabels: own }, template: { metadata: { labels: own } } }),
    },
  }
}

async function keepSet(ctx: Ctx, scope: SetScope, before: MachineSet): Promise<Result> {
  const { set } = scope
  try {
    scope.machines = await findMachines(ctx, scope)
    // What was changed brings the set back, and is known then.
    const result = (await replaceUnhealthy(ctx, scope)) ? {} : await keepMachines(ctx, scope)
    if (set.metadata.generation !== undefined) set.status.observedGeneration = set.metadata.generation
    return await report(ctx, scope, before, result)
  } catch (error) {
    await report(ctx, scope, before, {})
    throw error
  }
}

async function keepMachines(ctx: Ctx, scope: SetScope): Promise<Result> {
  await updateMachines(scope)
  await completeMachines(ctx, scope)
  return keepReplicas(ctx, scope)
}

async function report(ctx: Ctx, scope: SetScope, before: MachineSet, result: Result): Promise<Result> {
  const { cluster, machines, parts } = scope
  if (cluster && machines.some(({ status }) => status?.nodeRef))
    scope.nodes = (await parts.tenants.open(cluster))?.nodes
  const again = summarizeSet(scope, ctx.clock.now())
  await writeStatus(parts.client, parts.copies.sets, before, scope.set)
  return again === undefined ? result : { requeueAfterMs: Math.min(again, result.requeueAfterMs ?? again) }
}

/** Deletes all machines; the finalizer goes when the server has none any more. */
async function removeSet(ctx: Ctx, scope: SetScope, before: MachineSet): Promise<Result> {
  const { client } = scope.parts
  scope.machines = await findMachines(ctx, scope)
  if (scope.machines.length === 0) scope.machines = await listMachines(scope)
  if (scope.machines.length === 0) {
    await dropFinalizer(client, ClusterApiMachineSet, before, FINALIZERS.set)
    return {}
  }
  for (const machine of scope.machines) {
    const { uid } = machine.metadata
    if (!isDeleting(machine)) await client.delete(ClusterApiMachine, machine.metadata, { preconditions: { uid } })
  }
  return report(ctx, scope, before, {})
}
