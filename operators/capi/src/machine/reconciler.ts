import { ClusterApiCluster, ClusterApiMachine } from '@skep/api'
import { dropFinalizer, hasFinalizer, type Reconciler, runPhases } from '@skep/controller'
import { asJson, type JsonObject } from '@skep/schema'
import { pauseOf, setPaused } from '../conditions/next.ts'
import { FINALIZERS, LABELS } from '../names.ts'
import {
  type Cluster,
  controllerOf,
  hasOwner,
  isDeleting,
  type Machine,
  patchOwn,
  withOwner,
  workingCopy,
  writeStatus,
} from '../objects.ts'
import { ownerReference } from '../ownership.ts'
import type { ClusterApiParts } from '../parts.ts'
import { followBootstrap } from './bootstrap.ts'
import { removeMachine } from './deletion.ts'
import { followInfrastructure } from './infrastructure.ts'
import { followNode } from './node.ts'
import type { MachineScope, MachineStep } from './scope.ts'
import { summarizeMachine } from './status.ts'

const steps: readonly MachineStep[] = [followBootstrap, followInfrastructure, followNode, removeMachine]

/** Takes a machine from its order to a node, and from its deletion to nothing. */
export const machineReconciler =
  (parts: ClusterApiParts): Reconciler =>
  async (ctx, key) => {
    const { client, copies } = parts
    const machine = copies.machines.get(key)
    if (!machine) return {}
    const cluster = await clusterOf(parts, machine)
    if (!cluster && !isDeleting(machine)) return {}
    const preparation = cluster && !isDeleting(machine) && prepare(machine, cluster)
    if (preparation) {
      await patchOwn(client, copies.machines, machine, preparation)
      return {}
    }
    const working = workingCopy(machine)
    const pause = pauseOf(cluster, machine)
    setPaused(working, pause, ctx.clock.now())
    const scope: MachineScope = { parts, cluster, machine: working, specPatch: {} }
    try {
      return pause === undefined ? await runPhases(ctx, scope, steps) : {}
    } finally {
      await write(scope, machine, ctx.clock.now(), pause)
    }
  }

/** A cluster that is not known may be new, or gone: what is deleted must not wait for it in vain. */
async function clusterOf({ client, lookups }: ClusterApiParts, machine: Machine): Promise<Cluster | undefined> {
  const ref = { namespace: machine.metadata.namespace, name: machine.spec.clusterName }
  const known = lookups.clusters.get(ref)
  return known ?? (isDeleting(machine) ? client.get(ClusterApiCluster, ref) : undefined)
}

/** What a machine that somebody made by hand lacks; undefined for one that has all of it. */
function prepare(machine: Machine, cluster: Cluster): JsonObject | undefined {
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

async function write(scope: MachineScope, before: Machine, now: number, pause: string | undefined): Promise<void> {
  const { machine, parts, specPatch, released } = scope
  if (released) return dropFinalizer(parts.client, ClusterApiMachine, before, FINALIZERS.machine)
  if (pause === undefined) summarizeMachine(scope, now)
  if (Object.keys(specPatch).length > 0) {
    const { metadata, spec } = await patchOwn(parts.client, parts.copies.machines, before, { spec: asJson(specPatch) })
    Object.assign(machine.metadata, { resourceVersion: metadata.resourceVersion, generation: metadata.generation })
    machine.spec = spec
    // What was just written is what this run has seen.
    setPaused(machine, pause, now)
  }
  if (machine.metadata.generation !== undefined) machine.status.observedGeneration = machine.metadata.generation
  await writeStatus(parts.client, parts.copies.machines, before, machine)
}
