import { setMaxListeners } from 'node:events'
import {
  clusterApiKinds,
  HostedCluster,
  hypershiftKinds,
  infrastructureProviderKinds,
  NodePool,
  openShiftRouteKinds,
} from '@skep/api'
import { installKinds } from '@skep/client'
import { createManager } from '@skep/controller'
import { readyBy } from '@skep/sim'
import { startAdmission } from './admission/index.ts'
import type { HypershiftDependencies, HypershiftOptions, HypershiftParts, RunningHypershift } from './contracts.ts'
import { installPriorityClasses } from './control-plane/components/priority-classes.ts'
import { addControlPlaneControllers } from './control-plane/index.ts'
import { addHostedClusterControllers } from './hosted-cluster/index.ts'
import { serveIgnition } from './ignition/index.ts'
import { addNodePoolControllers } from './node-pool/index.ts'
import { createReleases } from './releases/index.ts'
import { addTenantControllers } from './tenant/index.ts'

const KINDS = [...hypershiftKinds, ...clusterApiKinds, ...infrastructureProviderKinds, ...openShiftRouteKinds]

/** Starts the operator on any management cluster. Kinds that it does not serve yet are installed. */
export async function startHypershift(
  dependencies: HypershiftDependencies,
  options: HypershiftOptions = {},
): Promise<RunningHypershift> {
  const { admission = {} } = options
  // First of all: one that ended without a word has left webhooks that nobody answers.
  const endAdmission = admission ? await startAdmission(dependencies, admission) : async () => {}
  try {
    const running = await startControllers(dependencies, options)
    const stop = async () => {
      await running.stop()
      await endAdmission()
    }
    return { ...running, stop }
  } catch (error) {
    await endAdmission()
    throw error
  }
}

async function startControllers(
  dependencies: HypershiftDependencies,
  { ignition: listen, controlPlanePods = true, routes = true }: HypershiftOptions,
): Promise<RunningHypershift> {
  const { client, clock, log } = dependencies
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  await installKinds(client, KINDS, { signal: stopping.signal, clock })
  if (controlPlanePods) await installPriorityClasses(client)
  const manager = createManager(dependencies, { name: 'hypershift' })
  const parts = { ...dependencies, manager, releases: createReleases(), controlPlanePods, routes }
  const ignition = await serveIgnition(parts, listen)
  const endControllers = addControllers({ ...parts, ignitionAddress: ignition.address })
  const running = manager.start(stopping.signal).catch((error: unknown) => log.error('HyperShift ended', { error }))
  return {
    ignitionUrl: ignition.url,
    fetchIgnition: ignition.fetch,
    stop: async () => {
      stopping.abort()
      await running
      await endControllers()
      await ignition.close()
    },
  }
}

/** Adds all controllers. Returns how to let go of what the manager does not know of. */
function addControllers(parts: HypershiftParts): () => Promise<void> {
  addHostedClusterControllers(parts)
  const forgetBehaviours = addControlPlaneControllers(parts)
  const tenants = addTenantControllers(parts)
  const pools = addNodePoolControllers(parts)
  const informers = parts.manager.informersOf()
  parts.behaviours.countStates(informers.of(HostedCluster), readyBy('Available'))
  parts.behaviours.countStates(informers.of(NodePool), readyBy('Ready'))
  return async () => {
    forgetBehaviours()
    await tenants.stop()
    await pools.stop()
  }
}
