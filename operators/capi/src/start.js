import { clusterApiKinds } from '@skep/api'
import { installKinds } from '@skep/client'
import { createManager } from '@skep/controller'
import { addControllers } from './controllers.js'
import { createExternals } from './externals.js'
import { createLookups } from './lookups.js'
import { bringToWork } from './tenants/bring-to-work.js'
import { createTenants } from './tenants/tenants.js'
/** Starts the core controllers of Cluster API on a management cluster. Kinds that it does not serve yet are installed. */
export async function startClusterApi(dependencies) {
  const { client, clock, log } = dependencies
  const stopping = new AbortController()
  await installKinds(client, clusterApiKinds, { signal: stopping.signal, clock })
  const manager = createManager(dependencies, { name: 'cluster-api' })
  const lookups = createLookups(manager)
  const externals = createExternals(client, manager)
  let enqueues
  const tenants = createTenants(
    dependencies,
    lookups,
    bringToWork(lookups, () => enqueues),
  )
  const parts = { ...dependencies, manager, lookups, externals, tenants }
  enqueues = addControllers(parts)
  followReferences(parts, enqueues)
  lookups.clusters.onChange(({ type, object }) => type === 'deleted' && tenants.close(object.metadata))
  const running = manager.start(stopping.signal).catch((error) => log.error('Cluster API ended', { error }))
  return {
    stop: async () => {
      stopping.abort()
      await running
      tenants.closeAll()
    },
  }
}
/** A change of an object of a provider brings to work whatever refers to it. */
function followReferences({ externals, lookups }, enqueues) {
  const { clusters, deployments, sets, machines } = lookups
  externals.onChange((key) => {
    for (const { metadata } of clusters.find('references', key)) enqueues.clusters(metadata)
    for (const { metadata } of deployments.find('references', key)) enqueues.deployments(metadata)
    for (const { metadata } of sets.find('references', key)) enqueues.sets(metadata)
    for (const { metadata } of machines.find('references', key)) enqueues.machines(metadata)
  })
}
//# sourceMappingURL=start.js.map
