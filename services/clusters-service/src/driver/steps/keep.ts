import { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import { clusterDeployment } from '../manifests/cluster-deployment.ts'
import { namespaceOf } from '../manifests/order.ts'
import { externalLabels } from '../manifests/sync-sets.ts'
import { mayDeploy, observeCluster, type ShardView, wasBuilt } from '../observe/observe.ts'
import type { Observed } from '../observe/observed.ts'
import { layFoundation } from './foundation.ts'
import { type Kept, keepDeployment, withRefusal } from './keep-deployment.ts'
import { type ClusterScope, createOnce, knownOf, refOf } from './scope.ts'
import { awaitVersion } from './version.ts'

/** Brings a cluster one step further than its shard has it, and says how it does. */
export async function keepCluster(scope: ClusterScope, now: number): Promise<Observed> {
  const { record, shard } = scope.order
  const known = knownOf(scope)
  const view: ShardView = { ...known, shardId: shard.id, namespaceExists: isThere(known.namespace) }
  const waiting = mayDeploy(record, view) ? awaitVersion(scope) : undefined
  if (waiting) return waiting
  const deployment = known.deployment ?? (await makeDeployment(scope, view))
  const lives = deployment && deployment.metadata.deletionTimestamp === undefined
  const { refusal, power }: Kept = lives ? await keepDeployment(scope, deployment) : {}
  const wished = { ...record, desiredPowerState: power?.desired ?? record.desiredPowerState }
  const observed = observeCluster(wished, { ...view, ...(deployment ? { deployment } : {}) }, now)
  return withPower(withRefusal(withCompute(observed, scope), refusal), power)
}

const withPower = (observed: Observed, power: Kept['power']): Observed =>
  power ? { ...observed, observation: { ...observed.observation, power } } : observed

/** Adds how many compute nodes there are, once Hive counts them. */
function withCompute(observed: Observed, { session, order }: ClusterScope): Observed {
  const counts = session.machinePools.list(namespaceOf(order)).flatMap(({ status }) => status?.replicas ?? [])
  if (counts.length === 0) return observed
  const status = { ...observed.observation.status, current_compute: counts.reduce((sum, count) => sum + count, 0) }
  return { ...observed, observation: { ...observed.observation, status } }
}

const isThere = (namespace: { metadata: { deletionTimestamp?: string } } | undefined): boolean =>
  namespace !== undefined && namespace.metadata.deletionTimestamp === undefined

/** Makes the ClusterDeployment, or what must be there before it. */
async function makeDeployment(scope: ClusterScope, view: ShardView): Promise<Stored<ClusterDeployment> | undefined> {
  const { hive } = scope.session.clients
  // Before anybody is told that a cluster is lost, its shard is asked.
  if (wasBuilt(scope.order.record)) return hive.get(ClusterDeployment, refOf(scope.order), { signal: scope.signal })
  if (mayDeploy(scope.order.record, view)) return deploy(scope)
  if (view.claim === undefined) await layFoundation(scope)
  return undefined
}

async function deploy({ order, session, signal, parts }: ClusterScope): Promise<Stored<ClusterDeployment> | undefined> {
  const { hive } = session.clients
  const labels = externalLabels(await parts.children.list(order.record.id, 'external_configuration/labels'))
  const draft = clusterDeployment(order, { labels, installAttemptsLimit: parts.installAttemptsLimit })
  const made = await createOnce(hive, ClusterDeployment, draft, signal)
  return made ?? hive.get(ClusterDeployment, refOf(order), { signal })
}
