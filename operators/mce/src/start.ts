import { setMaxListeners } from 'node:events'
import { hypershiftKinds, openClusterManagementKinds } from '@skep/api'
import { installKinds } from '@skep/client'
import { createManager, Sightings } from '@skep/controller'
import { readyBy } from '@skep/sim'
import { Agents } from './agents/agents.ts'
import { createManagedApis } from './agents/managed-apis.ts'
import { addMceControllers } from './controllers.ts'
import { installClusterSets } from './hub/cluster-sets.ts'
import { installCommonRoles } from './hub/permissions.ts'
import { installLocalCluster } from './local-cluster.ts'
import type { MceDependencies, MceOptions, MceParts } from './parts.ts'
import { createViews } from './views.ts'

/** What holds unless something else is chosen. */
export const DEFAULT_MCE_OPTIONS: Required<MceOptions> = {
  autoImport: true,
  acm: false,
  hostingCluster: 'local-cluster',
  maxHostedClusters: 80,
  thresholdHostedClusters: 60,
  detachTimeoutMs: 600_000,
}

/** The operator, running. */
export interface RunningMce {
  /** How many objects of each kind there are, such as `{ managedClusters: 5 }`. */
  resources(): Record<string, number>
  /** Resolves when everything in process is done. */
  stop(): Promise<void>
}

/** Starts the hub with all its controllers, and the agents of its clusters. Kinds that are not served yet are installed. */
export async function startMce(dependencies: MceDependencies, options: MceOptions = {}): Promise<RunningMce> {
  const { client, clock, log, behaviours } = dependencies
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  await installKinds(client, [...openClusterManagementKinds, ...hypershiftKinds], { signal: stopping.signal, clock })
  await installCommonRoles(client)
  await installClusterSets(client)
  const { parts, enqueue } = assemble(dependencies, { ...DEFAULT_MCE_OPTIONS, ...options })
  await installLocalCluster(parts)
  const running = parts.manager.start(stopping.signal).catch((error: unknown) => log.error('MCE ended', { error }))
  const unfollow = behaviours.onChange(({ kind = 'ManagedCluster', object }) => {
    if (kind !== 'ManagedCluster') return
    const names = object ? [object.name] : parts.views.clusters.list().map(({ metadata }) => metadata.name)
    for (const name of names) enqueue(name)
  })
  behaviours.countStates(parts.views.clusters, readyBy('ManagedClusterConditionAvailable', 'Available'))
  return {
    resources: () => ({ managedClusters: parts.views.clusters.size }),
    stop: async () => {
      unfollow()
      stopping.abort()
      await parts.agents.close()
      await running
      parts.managedApis.close()
    },
  }
}

function assemble(
  dependencies: MceDependencies,
  options: Required<MceOptions>,
): { parts: MceParts; enqueue: (cluster: string) => void } {
  const { client: hubClient, apis } = dependencies
  const manager = createManager(dependencies, { name: 'multicluster-engine' })
  const views = createViews(manager)
  const managedApis = createManagedApis({ hubClient, apis, views })
  // What an agent finds is told by the controller of its cluster, so that nobody else writes the status.
  let enqueue: (cluster: string) => void = () => {}
  const onReport = (cluster: string) => enqueue(cluster)
  const sightings = new Sightings(dependencies.clock)
  const agents = new Agents({ ...dependencies, sightings, hubClient, managedApis, views, onReport })
  const parts: MceParts = { ...dependencies, options, manager, views, agents, managedApis }
  enqueue = addMceControllers(parts)
  return { parts, enqueue }
}
