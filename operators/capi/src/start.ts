import { clusterApiKinds } from '@skep/api'
import { installKinds } from '@skep/client'
import { createManager, gathered } from '@skep/controller'
import { addControllers, type Enqueues } from './controllers.ts'
import { createCopies } from './copies.ts'
import { createExternals } from './externals.ts'
import { createLookups } from './lookups.ts'
import type { ClusterApiDependencies, ClusterApiParts } from './parts.ts'
import { bringToWork } from './tenants/bring-to-work.ts'
import { createTenants } from './tenants/tenants.ts'

/** The operator, running. */
export interface RunningClusterApi {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Starts the core controllers of Cluster API on a management cluster. Kinds that it does not serve yet are installed. */
export async function startClusterApi(dependencies: ClusterApiDependencies): Promise<RunningClusterApi> {
  const { client, clock, log } = dependencies
  const stopping = new AbortController()
  await installKinds(client, clusterApiKinds, { signal: stopping.signal, clock })
  const manager = createManager(dependencies, { name: 'cluster-api' })
  const lookups = createLookups(manager)
  const externals = createExternals(client, manager)
  let enqueues: Enqueues | undefined
  const tenants = createTenants(
    dependencies,
    lookups,
    bringToWork(lookups, clock, () => enqueues),
  )
  const parts: ClusterApiParts = {
    ...dependencies,
    manager,
    lookups,
    copies: createCopies(lookups),
    externals,
    tenants,
  }
  enqueues = addControllers(parts)
  followReferences(parts, enqueues)
  lookups.clusters.onChange(({ type, object }) => type === 'deleted' && tenants.close(object.metadata))
  const running = manager.start(stopping.signal).catch((error: unknown) => log.error('Cluster API ended', { error }))
  return {
    stop: async () => {
      stopping.abort()
      await running
      tenants.closeAll()
    },
  }
}

/** A change of an object of a provider brings to work whatever refers to it. */
function followReferences({ clock, externals, lookups }: ClusterApiParts, enqueues: Enqueues): void {
  const { clusters, deployments, sets, machines } = lookups
  // Providers take several small steps with each of their objects, of which the last one matters.
  const [lookAtCluster, lookAtMachine] = [gathered(clock, enqueues.clusters), gathered(clock, enqueues.machines)]
  externals.onChange((key, isNew) => {
    for (const { metadata } of clusters.find('references', key)) lookAtCluster(metadata)
    for (const { metadata } of machines.find('references', key)) lookAtMachine(metadata)
    // Templates are looked at when something is made from them, so only one that was missing matters.
    if (!isNew) return
    for (const { metadata } of deployments.find('references', key)) enqueues.deployments(metadata)
    for (const { metadata } of sets.find('references', key)) enqueues.sets(metadata)
  })
}
