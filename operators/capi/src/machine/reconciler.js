import { ClusterApiCluster, ClusterApiMachine } from '@skep/api'
import { dropFinalizer, hasFinalizer, runPhases } from '@skep/controller'
import { asJson } from '@skep/schema'
import { pauseOf, setPaused } from '../conditions/next.js'
import { FINALIZERS, LABELS } from '../names.js'
import { controllerOf, hasOwner, isDeleting, patchObject, withOwner, workingCopy, writeStatus } from '../objects.js'
import { ownerReference } from '../ownership.js'
import { followBootstrap } from './bootstrap.js'
import { removeMachine } from './deletion.js'
import { followInfrastructure } from './infrastructure.js'
import { followNode } from './node.js'
import { summarizeMachine } from './status.js'

const steps = [followBootstrap, followInfrastructure, followNode, removeMachine]
/** Takes a machine from its order to a node, and from its deletion to nothing. */
export const machineReconciler = (parts) => async (ctx, key) => {
  const { client, lookups } = parts
  const machine = lookups.machines.get(key)
  if (!machine) return {}
  const cluster = await clusterOf(parts, machine)
  if (!cluster && !isDeleting(machine)) return {}
  const preparation = cluster && !isDeleting(machine) && prepare(machine, cluster)
  if (preparation) {
    await patchObject(client, ClusterApiMachine, machine, preparation)
    return {}
  }
  const working = workingCopy(machine)
  const pause = pauseOf(cluster, machine)
  setPaused(working, pause, ctx.clock.now())
  const scope = { parts, cluster, machine: working, specPatch: {} }
  try {
    return pause === undefined ? await runPhases(ctx, scope, steps) : {}
  } finally {
    await write(scope, machine, ctx.clock.now(), pause !== undefined)
  }
}
/** A cluster that is not known may be new, or gone: what is deleted must not wait for it in vain. */
async function clusterOf({ client, lookups }, machine) {
  const ref = { namespace: machine.metadata.namespace, name: machine.spec.clusterName }
  const known = lookups.clusters.get(ref)
  return known ?? (isDeleting(machine) ? client.get(ClusterApiCluster, ref) : undefined)
}
/** What a machine that somebody made by hand lacks; undefined for one that has all of it. */
function prepare(machine, cluster) {
  const { finalizers = [], labels, ownerReferences } = machine.metadata
  const owner = ownerReference(ClusterApiCluster, cluster)
  const isOfSet = controllerOf(machine) !== undefined || labels?.[LABELS.set] !== undefined
  const isOwned = isOfSet || hasOwner(machine, owner)
  const isLabelled = labels?.[LABELS.cluster] === machine.spec.clusterName
  if (hasFinalizer(machine, FINALIZERS.machine) && isOwned && isLabelled) return undefined
  return {
    metadata: {
      finalizers: [...new Set([...finalizers, FINALIZERS.machine])],
      labels: { [LABELS.cluster]: machine.spec.clusterName },
      ...(isOwned ? {} : { ownerReferences: asJson(withOwner(ownerReferences, owner)) }),
    },
  }
}
async function write(scope, before, now, paused) {
  const { machine, parts, specPatch, released } = scope
  if (released) return dropFinalizer(parts.client, ClusterApiMachine, before, FINALIZERS.machine)
  if (!paused) summarizeMachine(scope, now)
  if (machine.metadata.generation !== undefined) machine.status.observedGeneration = machine.metadata.generation
  if (Object.keys(specPatch).length > 0) {
    const { metadata } = await patchObject(parts.client, ClusterApiMachine, before, { spec: asJson(specPatch) })
    machine.metadata.resourceVersion = metadata.resourceVersion
    if (metadata.generation !== undefined) machine.status.observedGeneration = metadata.generation
  }
  await writeStatus(parts.client, ClusterApiMachine, before, machine)
}
//# sourceMappingURL=reconciler.js.map
