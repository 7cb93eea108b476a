import { ClusterDeployment, type ClusterDeploymentStatus, type ProbedCondition } from '@skep/api'
import { ignoreMissing, type Stored } from '@skep/client'
import { type Ctx, dropFinalizer, mergeResults, type Result, withOwnStatus } from '@skep/controller'
import {
  findHiveCondition,
  type HiveConditionUpdate,
  hasHiveStatus,
  type RewriteRule,
  setHiveCondition,
  sortHiveConditions,
} from '../../conditions.ts'
import { FINALIZERS } from '../../labels.ts'
import type { HiveParts } from '../parts.ts'

/** A ClusterDeployment as it is on the server. */
export type Deployment = Stored<ClusterDeployment>

/** What the steps of one run share. */
export interface DeploymentScope {
  readonly parts: HiveParts
  /** Steps change its status alone, in place; it is written once, after them. */
  readonly deployment: Deployment
  readonly status: ClusterDeploymentStatus & { conditions: ProbedCondition[] }
  /** A merge patch of spec and metadata that is sent after the status, so that who sees it sees the status as well. */
  patch?: object
  /** Everything is cleaned up: the finalizer can go. */
  released?: boolean
  /** Come back then, whatever the steps after it say. */
  comeBackMs?: number
}

/** One step: undefined lets the next one come, a result ends the run. */
export type DeploymentStep = (ctx: Ctx, scope: DeploymentScope) => Promise<Result | undefined> | Result | undefined

/** States a condition of the deployment. Returns whether that changed anything. */
export const state = (
  ctx: Ctx,
  { status }: DeploymentScope,
  update: HiveConditionUpdate,
  rule?: RewriteRule,
): boolean => setHiveCondition(status.conditions, update, ctx.clock.now(), rule)

/** When the deployment was first told of, in milliseconds of this clock: most of its conditions stay as they were then. */
export function orderedAt(ctx: Ctx, { deployment, status }: DeploymentScope): number {
  const times = status.conditions.map(({ lastTransitionTime }) => Date.parse(lastTransitionTime ?? ''))
  return Math.min(ctx.sightings.createdAt(deployment), ...times.filter((time) => !Number.isNaN(time)))
}

/** The condition of a type, as the steps have it. */
export const conditionOf = ({ status }: DeploymentScope, type: string): ProbedCondition | undefined =>
  findHiveCondition(status.conditions, type)

/** Whether a condition is True. */
export const isConditionTrue = ({ status }: DeploymentScope, type: string): boolean =>
  hasHiveStatus(status.conditions, type, 'True')

/** Works on a copy of the status, then writes what changed: the status, what else the steps asked for, the finalizer. */
export async function withDeployment(
  ctx: Ctx,
  parts: HiveParts,
  before: Deployment,
  steps: readonly DeploymentStep[],
): Promise<Result> {
  const deployment = withOwnStatus(before)
  const status = Object.assign((deployment.status ??= {}), { conditions: deployment.status.conditions ?? [] })
  const scope: DeploymentScope = { parts, deployment, status }
  try {
    const result = await runSteps(ctx, scope, steps)
    return scope.comeBackMs === undefined ? result : mergeResults([result, { requeueAfterMs: scope.comeBackMs }])
  } finally {
    // A step may have written the metadata, and only that.
    await writeStatus(parts, { ...before, metadata: { ...deployment.metadata } }, deployment)
    await writeRest(scope)
  }
}

async function runSteps(ctx: Ctx, scope: DeploymentScope, steps: readonly DeploymentStep[]): Promise<Result> {
  for (const step of steps) {
    ctx.signal.throwIfAborted()
    const result = await step(ctx, scope)
    if (result !== undefined) return result
  }
  return {}
}

/**
 * Writes what changed in a status. Conditions are written as one list and have several writers, so a version that is no
 * longer the newest is a conflict, and the run is repeated.
 */
export async function writeStatus({ client, cache }: HiveParts, before: Deployment, after: Deployment): Promise<void> {
  if (after.status?.conditions) after.status.conditions = sortHiveConditions(after.status.conditions)
  await client.patchStatus(ClusterDeployment, before, after, { ifUnchanged: true }).catch(ignoreMissing)
  if (after.metadata.resourceVersion !== before.metadata.resourceVersion) cache.keep(ClusterDeployment, after)
}

async function writeRest({ parts, deployment, patch, released }: DeploymentScope): Promise<void> {
  const { client, cache } = parts
  if (patch !== undefined) {
    const { resourceVersion } = deployment.metadata
    const { metadata, ...rest } = patch as { metadata?: object }
    const body = { ...rest, metadata: { ...metadata, resourceVersion } }
    const stored = await client
      .patch(ClusterDeployment, deployment.metadata, { type: 'merge', body })
      .catch(ignoreMissing)
    if (stored) cache.keep(ClusterDeployment, stored)
  }
  if (released) await dropFinalizer(client, ClusterDeployment, deployment, FINALIZERS.deprovision)
}
