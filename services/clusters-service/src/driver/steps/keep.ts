import { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import type { ChildRecord } from '../../records/child-record.ts'
import { clusterDeployment } from '../manifests/cluster-deployment.ts'
import { namespaceOf } from '../manifests/order.ts'
import { externalLabels } from '../manifests/sync-sets.ts'
import { mayDeploy, observeCluster, type ShardView, wasBuilt } from '../observe/observe.ts'
import type { Observed } from '../observe/observed.ts'
import { layFoundation } from './foundation.ts'
import { type Kept, keepDeployment, withRefusal } from './keep-deployment.ts'
import { type ClusterScope, createOnce, knownOf, refOf } from './scope.ts'
import { awaitVersion } from './version.ts'

/**
 * Brings a cluster one step further than its shard has it, and says how it does. Undefined when something was made just now:
 * how that does will be news in a moment.
 */
export async function keepCluster(scope: ClusterScope, now: number): Promise<Observed | undefined> {
  const { record, shard } = scope.order
  const known = knownOf(scope)
  const view: ShardView = { ...known, shardId: shard.id, namespaceExists: isThere(known.namespace) }
  if (mayDeploy(record, view)) return awaitVersion(scope) ?? deploy(scope, view, now)
  // Before anybody is told that a cluster is lost, its shard is asked.
  const deployment = known.deployment ?? (wasBuilt(record) ? await askForDeployment(scope) : undefined)
  if (deployment) return lookAfter(scope, view, deployment, now)
  if (view.claim !== undefined || wasBuilt(record)) return observeCluster(record, view, now)
  scope.parts.expectNews(record.id)
  await layFoundation(scope)
  return undefined
}

/** Makes the ClusterDeployment, with what belongs to it. */
async function deploy(scope: ClusterScope, view: ShardView, now: number): Promise<Observed | undefined> {
  const { order, session, signal, parts } = scope
  const children = await parts.children.listAll(order.record.id)
  const labels = externalLabels(children.filter(({ collection }) => collection === 'external_configuration/labels'))
  const draft = clusterDeployment(order, { labels, installAttemptsLimit: parts.installAttemptsLimit })
  parts.expectNews(order.record.id)
  const made = await createOnce(session.clients.hive, ClusterDeployment, draft, signal)
  if (!made) {
    const found = await askForDeployment(scope)
    return found && lookAfter(scope, view, found, now, children)
  }
  const observed = await lookAfter(scope, view, made, now, children)
  return observed.refusal === undefined ? undefined : observed
}

/** Keeps what may change while a cluster lives, and says how it does. */
async function lookAfter(
  scope: ClusterScope,
  view: ShardView,
  deployment: Stored<ClusterDeployment>,
  now: number,
  children?: readonly ChildRecord[],
): Promise<Observed> {
  const { record } = scope.order
  const lives = deployment.metadata.deletionTimestamp === undefined
  const { refusal, power, upgrade }: Kept = lives ? await keepDeployment(scope, deployment, now, children) : {}
  const wished = { ...record, desiredPowerState: power?.desired ?? record.desiredPowerState }
  const observed = observeCluster(wished, { ...view, deployment }, now)
  return withUpgrade(withPower(withRefusal(withCompute(observed, scope), refusal), power), upgrade)
}

const askForDeployment = ({ order, session, signal }: ClusterScope) =>
  session.clients.hive.get(ClusterDeployment, refOf(order), { signal })

const withPower = (observed: Observed, power: Kept['power']): Observed =>
  power ? { ...observed, observation: { ...observed.observation, power } } : observed

function withUpgrade(observed: Observed, { version, recheckAfterMs }: NonNullable<Kept['upgrade']> = {}): Observed {
  const { observation, recheckAfterMs: before = Number.POSITIVE_INFINITY } = observed
  return {
    ...observed,
    observation: version ? { ...observation, upgradedTo: version } : observation,
    ...(recheckAfterMs === undefined ? {} : { recheckAfterMs: Math.min(before, recheckAfterMs) }),
  }
}

/** Adds how many compute nodes there are, once Hive counts them. */
function withCompute(observed: Observed, { session, order }: ClusterScope): Observed {
  const counts = session.machinePools.list(namespaceOf(order)).flatMap(({ status }) => status?.replicas ?? [])
  if (counts.length === 0) return observed
  const status = { ...observed.observation.status, current_compute: counts.reduce((sum, count) => sum + count, 0) }
  return { ...observed, observation: { ...observed.observation, status } }
}

const isThere = (namespace: { metadata: { deletionTimestamp?: string } } | undefined): boolean =>
  namespace !== undefined && namespace.metadata.deletionTimestamp === undefined
