import { nameSuffix } from '@skep/base'
import type { Ctx, Result } from '@skep/controller'
import { applyCustomization } from '../full/deployment/customization.ts'
import { messageOf } from '../full/power/resume.ts'
import { joinName } from '../naming.ts'
import { aggregateProblems } from '../problems.ts'
import { type ClusterMaterials, readMaterials } from './dependencies.ts'
import { poolInstallConfig } from './install-config.ts'
import { type Inventory, reserveEntry, tellBrokenEntry } from './inventory.ts'
import { createCluster } from './new-cluster.ts'
import { expectDeployment, type PoolScope, statePool } from './scope.ts'

/** Secrets that people mend bring no event here. */
const RETRY_MS = 60_000

/** Makes clusters, if everything that they need is there, and says what is not. */
export async function addClusters(
  ctx: Ctx,
  scope: PoolScope,
  inventory: Inventory | undefined,
  count: number,
): Promise<Result> {
  const { materials, problems } = await readMaterials(scope, inventory)
  const type = 'MissingDependencies'
  if (problems.length > 0) {
    statePool(ctx, scope, { type, status: 'True', reason: 'Missing', message: aggregateProblems(problems) })
    return { requeueAfterMs: RETRY_MS }
  }
  const verified = { type, status: 'False', reason: 'Verified', message: 'Dependencies verified' } as const
  statePool(ctx, scope, verified, 'if-status-changed')
  for (let made = 0; made < count; made++) await addCluster(ctx, scope, inventory, materials)
  return {}
}

async function addCluster(
  ctx: Ctx,
  scope: PoolScope,
  inventory: Inventory | undefined,
  materials: ClusterMaterials,
): Promise<void> {
  const { parts, pool, clusters, version } = scope
  const name = joinName(pool.metadata.name, nameSuffix(ctx.random))
  const entry = pool.spec.inventory === undefined ? undefined : inventory?.free.shift()
  let installConfig = poolInstallConfig(pool, name, materials.installConfigTemplate)
  if (entry) {
    try {
      installConfig = applyCustomization(installConfig, entry)
    } catch (error) {
      await tellBrokenEntry(ctx, scope, entry, messageOf(error))
      return
    }
    await reserveEntry(ctx, scope, entry, name)
  }
  const running = (pool.spec.runningCount ?? 0) + scope.waiting.length
  const powerState = clusters.in('installing', 'standby', 'ready').length < running ? 'Running' : 'Hibernating'
  const common = inventory?.common
  const cluster = { ...materials, pool, name, version, powerState, installConfig, entry, common } as const
  clusters.put(await createCluster(parts.client, cluster), 'installing')
  expectDeployment(ctx, scope, { namespace: name, name }, (seen) => seen !== undefined)
}
