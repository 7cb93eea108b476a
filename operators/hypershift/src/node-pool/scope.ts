import { type ClusterApiMachine, type HostedCluster, NodePool, type NodePoolCondition } from '@skep/api'
import { ignoreMissing, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import type { HypershiftParts, Release } from '../contracts.ts'
import type { PoolConfig } from './config/pool-config.ts'
import { type PoolStatement, removePoolCondition, setPoolCondition } from './pool-conditions.ts'
import { controlPlaneOf, INDEX, type PoolReads } from './reads.ts'

/** What the controllers of node pools share. */
export interface NodePoolParts extends HypershiftParts {
  readonly reads: PoolReads
}

/** A node pool as it is on the server. */
export type Pool = Stored<NodePool>

/** What is known of a pool, as the steps change it. */
export type PoolStatus = NonNullable<NodePool['status']> & { conditions: NodePoolCondition[] }

/** What the steps of one run share. */
export interface PoolScope {
  readonly parts: NodePoolParts
  /** Steps change its status alone, in place; it is written once, after them. */
  readonly pool: Pool
  readonly status: PoolStatus
  /** `NAMESPACE/NAME` of the pool. */
  readonly poolKey: string
  readonly hostedCluster: Stored<HostedCluster>
  /** Namespace of the control plane. */
  readonly controlPlane: string
  /** Oldest first. */
  readonly machines: readonly Stored<ClusterApiMachine>[]
  /** Annotations that the pool is to have besides those it has. */
  readonly annotations: Record<string, string>
  /** Release of the pool, once it is known to be valid. */
  release?: Release
  /** What its nodes are to have, once that is known to be valid. */
  config?: PoolConfig
}

/** One step: undefined lets the next one come, a result ends the run. */
export type PoolStep = (ctx: Ctx, scope: PoolScope) => Promise<Result | undefined> | Result | undefined

/** States a condition of the pool. Returns whether that changed anything. */
export const state = ({ clock }: Ctx, { status, pool }: PoolScope, statement: PoolStatement): boolean =>
  setPoolCondition(status.conditions, statement, { now: clock.now(), generation: pool.metadata.generation ?? 0 })

/** Takes a condition of the pool back. */
export const retract = ({ status }: PoolScope, type: string): void => removePoolCondition(status.conditions, type)

/**
 * States what is wrong and ends the run. Everything that could heal it is watched, so nothing is tried again before; an
 * event tells of it once.
 */
export function refuse(ctx: Ctx, scope: PoolScope, statement: PoolStatement): Result {
  if (state(ctx, scope, statement)) {
    ctx.events.record(scope.pool, { type: 'Warning', reason: 'ReconcileError', message: statement.message ?? '' })
  }
  return {}
}

/** What an earlier step has found out. */
export function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} of the node pool is needed before it is known`)
  return value
}

/** Works on a copy of the status, then writes what changed: the status, then annotations. */
export async function withPool(
  ctx: Ctx,
  parts: NodePoolParts,
  before: Pool,
  hostedCluster: Stored<HostedCluster>,
  steps: readonly PoolStep[],
): Promise<Result> {
  const scope = newScope(parts, before, hostedCluster)
  try {
    for (const step of steps) {
      ctx.signal.throwIfAborted()
      const result = await step(ctx, scope)
      if (result !== undefined) return result
    }
    return {}
  } finally {
    await writeStatus(parts, before, scope.pool)
    await writeAnnotations(scope)
  }
}

function newScope(parts: NodePoolParts, before: Pool, hostedCluster: Stored<HostedCluster>): PoolScope {
  const status: PoolStatus = { replicas: 0, conditions: [], ...structuredClone(before.status ?? {}) }
  const poolKey = objectKey(before.metadata)
  return {
    parts,
    pool: { ...before, metadata: { ...before.metadata }, status },
    status,
    poolKey,
    hostedCluster,
    controlPlane: controlPlaneOf(before.metadata, before.spec.clusterName),
    machines: parts.reads.machines.find(INDEX.pool, poolKey).sort(byAge),
    annotations: {},
  }
}

/** Writes what changed in a status. Conditions are one list, so a version that is no longer the newest is a conflict. */
export async function writeStatus({ client, reads }: NodePoolParts, before: Pool, after: Pool): Promise<void> {
  await client.patchStatus(NodePool, before, after, { ifUnchanged: true }).catch(ignoreMissing)
  if (after.metadata.resourceVersion !== before.metadata.resourceVersion) reads.keepPool(after)
}

async function writeAnnotations({ parts, pool, annotations }: PoolScope): Promise<void> {
  const present = pool.metadata.annotations ?? {}
  if (Object.entries(annotations).every(([name, value]) => present[name] === value)) return
  await patchPoolMetadata(parts, pool, { annotations })
}

/** Changes the metadata of a pool, unless somebody else was faster. Returns it as it is then. */
export async function patchPoolMetadata(
  { client, reads }: NodePoolParts,
  pool: Pool,
  change: object,
): Promise<Pool | undefined> {
  const { uid, resourceVersion } = pool.metadata
  const body = { metadata: { ...change, uid, resourceVersion } }
  const stored = await client.patch(NodePool, refOf(pool), { type: 'merge', body }).catch(ignoreMissing)
  if (stored) reads.keepPool(stored)
  return stored
}

/** The name of an object, without the rest of its metadata. */
export const refOf = ({ metadata: { namespace = '', name } }: Stored): ObjectRef & { namespace: string } => ({
  namespace,
  name,
})

const byAge = ({ metadata: a }: Stored, { metadata: b }: Stored): number =>
  compare(a.creationTimestamp ?? '', b.creationTimestamp ?? '') || compare(a.name, b.name)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
