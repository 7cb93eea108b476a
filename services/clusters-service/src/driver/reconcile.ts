import { type Clock, type Logger, StatusError } from '@skep/base'
import type { WorkResult } from '@skep/database'
import type { DriverParts, Placement } from '../driver-seam.ts'
import type { Cluster } from '../model/cluster/cluster.ts'
import type { ClusterObservation, ClusterRecord } from '../records/cluster-record.ts'
import type { ShardRecord } from '../records/shard-record.ts'
import { keepHosted } from './hosted/keep.ts'
import { keepWaitingPools } from './hosted/node-pools.ts'
import { removeHosted } from './hosted/remove.ts'
import type { HostedParts, HostedScope } from './hosted/scope.ts'
import type { HostedSession } from './hosted/session.ts'
import { hostingSide, isHosted, missingTransport } from './hosted/transport.ts'
import { observeClaim } from './observe/claim.ts'
import { provisionError } from './observe/error-codes.ts'
import { wasBuilt } from './observe/observe.ts'
import { type Observed, observationOf } from './observe/observed.ts'
import { holdBack } from './preflight/preflight.ts'
import type { ShardConnection } from './shard/connection.ts'
import type { ShardConnections } from './shard/connections.ts'
import { withDeadline } from './shard/deadline.ts'
import { isShardFailure, shardUnavailable } from './shard/failure.ts'
import type { FollowedShard } from './shard/session.ts'
import { keepCluster } from './steps/keep.ts'
import { removeCluster } from './steps/remove.ts'
import type { ClusterScope } from './steps/scope.ts'

/** What bringing clusters about takes. */
export interface ReconcileParts extends HostedParts, Pick<DriverParts, 'shards' | 'place' | 'environment'> {
  readonly connections: ShardConnections
  /** The sides of shards on which control planes are hosted. */
  readonly hosting: ShardConnections<HostedSession>
  /** The version that a cluster gets; undefined where shards have none. */
  readonly versionFor: (cluster: Cluster) => Cluster['version']
  readonly clock: Clock
  readonly log: Logger
}

/** How long one pass over a cluster may take before its shard counts as not answering. */
const PASS_LIMIT_MS = 15_000
/** How soon to look again for what nobody tells: room on a shard, or the end of what is not followed. */
const LOOK_AGAIN_MS = 30_000
/** How soon to come back to a shard that is slow. */
const SLOW_RETRY_MS = 1_000

/**
 * Brings one cluster as far as it can be brought now, from whatever its record says and its shard has. Every run reads
 * both anew and every step can be repeated, so that it does not matter who ran before, or where that ended.
 */
export const createReconciler =
  (parts: ReconcileParts) =>
  async (id: string, signal: AbortSignal): Promise<WorkResult> => {
    const record = await parts.clusters.get(id)
    if (!record) return {}
    if (record.deletion && (record.registered || record.shardId === undefined)) return finish(parts, id)
    if (record.registered) return {}
    const placement = await locate(parts, record)
    if ('waiting' in placement) return wait(parts, record, placement.waiting)
    return reconcileOnShard(parts, placement.record, placement.shard, signal)
  }

/** Where a cluster is, or shall be. Most have a shard already. */
async function locate(parts: ReconcileParts, record: ClusterRecord): Promise<Placement> {
  // With a shard, most begin with a claim: to write that with the choice saves to write it next.
  if (record.shardId === undefined) return parts.place(record, observeClaim(undefined).observation)
  const shard = parts.connections.shard(record.shardId) ?? (await parts.shards.get(record.shardId))
  return shard ? { shard, record } : parts.place(record)
}

async function reconcileOnShard(
  parts: ReconcileParts,
  record: ClusterRecord,
  shard: ShardRecord,
  signal: AbortSignal,
): Promise<WorkResult> {
  const missing = missingTransport(record, shard)
  if (missing !== undefined) return keepWaiting(parts, record, missing)
  if (!isHosted(record))
    return passOver(parts, record, { shard, connection: parts.connections.of(shard), ...HIVE }, signal)
  return passOver(parts, record, { shard, connection: parts.hosting.of(hostingSide(shard)), ...HOSTED }, signal)
}

/** What is done to clusters of one sort. */
interface Steps<Scope> {
  readonly keep: (scope: Scope, now: number) => Promise<Observed | undefined>
  readonly remove: (scope: Scope) => Promise<Observed | undefined>
}

const HIVE: Steps<ClusterScope> = { keep: keepCluster, remove: removeCluster }
const HOSTED: Steps<HostedScope> = { keep: keepHosted, remove: removeHosted }

/** A shard, the way to it, and what is done there. */
interface Way<S extends FollowedShard> extends Steps<PassScope<S>> {
  readonly shard: ShardRecord
  readonly connection: ShardConnection<S>
}

type PassScope<S> = Omit<ClusterScope, 'parts' | 'session'> & { readonly parts: ReconcileParts; readonly session: S }

async function passOver<S extends FollowedShard>(
  parts: ReconcileParts,
  record: ClusterRecord,
  way: Way<S>,
  signal: AbortSignal,
): Promise<WorkResult> {
  const { connection } = way
  const { session } = connection
  if (!session) return comeBack(parts, record.id, connection)
  const leave = connection.gate.enter()
  if (!leave) return { requeueAfterMs: SLOW_RETRY_MS }
  try {
    return await withDeadline({ clock: parts.clock, signal, limitMs: PASS_LIMIT_MS }, (pass) =>
      takeStep(parts, record, way, session, pass),
    )
  } catch (error) {
    if (signal.aborted) throw error
    return await explainFailure(parts, record, connection, error)
  } finally {
    leave()
  }
}

async function takeStep<S extends FollowedShard>(
  parts: ReconcileParts,
  record: ClusterRecord,
  { shard, keep, remove }: Way<S>,
  session: S,
  signal: AbortSignal,
): Promise<WorkResult> {
  const versioned = record.deletion ? record : await withVersion(parts, record)
  const scope = { parts, order: { record: versioned, shard, environment: parts.environment }, session, signal }
  if (record.deletion) {
    const removal = await remove(scope)
    if (!removal) return finish(parts, record.id)
    await parts.clusters.observe(record.id, removal.observation, record)
    return { requeueAfterMs: LOOK_AGAIN_MS }
  }
  const observed = (await holdBack(parts, versioned)) ?? (await keep(scope, parts.clock.now()))
  if (!observed) return {}
  const { observation, recheckAfterMs, refusal } = observed
  if (refusal !== undefined && refusal !== record.cluster.status?.description) {
    parts.log.error('The shard refused a change', { cluster: record.id, reason: refusal })
  }
  await parts.clusters.observe(record.id, observation, record)
  return recheckAfterMs === undefined ? {} : { requeueAfterMs: recheckAfterMs }
}

/**
 * Whoever ordered before a shard had told of its versions gets the usual one of those that are known now, and one that
 * was named gets its channel group.
 */
async function withVersion(parts: ReconcileParts, record: ClusterRecord): Promise<ClusterRecord> {
  const { version: ordered } = record.cluster
  if ((ordered?.id !== undefined && ordered.channel_group !== undefined) || wasBuilt(record)) return record
  const version = parts.versionFor(record.cluster)
  if (!version) return record
  await parts.clusters.observe(record.id, { version })
  return { ...record, cluster: { ...record.cluster, version } }
}

async function finish({ clusters, log }: ReconcileParts, id: string): Promise<WorkResult> {
  await clusters.finishDeletion(id)
  log.info('Deleted the cluster', { cluster: id })
  return {}
}

/** A cluster that cannot be built here yet: there is nothing of it on the shard. */
async function keepWaiting(parts: ReconcileParts, record: ClusterRecord, missing: string): Promise<WorkResult> {
  if (record.deletion) return finish(parts, record.id)
  await keepWaitingPools(parts.children, record.id, missing)
  return pend(parts, record, missing)
}

async function pend({ clusters }: ReconcileParts, record: ClusterRecord, description: string): Promise<WorkResult> {
  await clusters.observe(record.id, observationOf({ state: 'pending', description }), record)
  return {}
}

/** No shard: one that was never there may come, and one that went away may come back. */
async function wait(parts: ReconcileParts, record: ClusterRecord, reason: string): Promise<WorkResult> {
  if (record.deletion?.bestEffort) return finish(parts, record.id)
  if (record.deletion) await parts.clusters.observe(record.id, { status: { description: reason } })
  else if (record.shardId === undefined) await pend(parts, record, reason)
  else await parts.clusters.observe(record.id, shardRemoved(record.shardId, reason), record)
  return { requeueAfterMs: LOOK_AGAIN_MS }
}

function shardRemoved(shardId: string, reason: string): ClusterObservation {
  const message = `shard ${shardId}: ${reason}: add the provision shard again under this id, or delete the cluster`
  return observationOf({ state: 'error', description: message, error: provisionError(undefined, message) })
}

/** The shard cannot be used: the cluster stays as it is, says why, and comes back when it is worth trying. */
async function comeBack(
  { clusters }: ReconcileParts,
  id: string,
  connection: Pick<ShardConnection, 'error' | 'retryAfterMs'>,
): Promise<WorkResult> {
  const { error } = connection
  if (error) await clusters.observe(id, { status: { description: error.message } })
  return { requeueAfterMs: connection.retryAfterMs }
}

/** Says in the status of the cluster what went wrong: with its shard, which others are told of too, or with itself. */
async function explainFailure(
  parts: ReconcileParts,
  record: ClusterRecord,
  connection: Omit<ShardConnection, 'session'>,
  error: unknown,
): Promise<WorkResult> {
  const { id: shardId } = connection.shard
  if (isShardFailure(error)) {
    connection.report(error)
    const { message } = connection.error ?? shardUnavailable(shardId, connection.server, error)
    await parts.clusters.observe(record.id, { status: { description: message } })
    return { requeueAfterMs: connection.retryAfterMs }
  }
  if (error instanceof StatusError && error.code !== 409) {
    const message = `shard ${shardId} refused a change: ${error.message}`
    await parts.clusters.observe(record.id, refusal(record, message), record)
  }
  throw error
}

/** What the shard refuses for good stops a cluster that is still to be built; others keep their state. */
function refusal(record: ClusterRecord, message: string): ClusterObservation {
  if (record.deletion || wasBuilt(record)) return { status: { description: message } }
  return observationOf({ state: 'error', description: message, error: provisionError(undefined, message) })
}
