import { ClusterApiCluster, type MachineHealthCheck } from '@skep/api'
import type { Ctx, Reconciler, Result } from '@skep/controller'
import { asJson, type JsonObject } from '@skep/schema'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.ts'
import { pauseOf, setPaused } from '../conditions/next.ts'
import { LABELS } from '../names.ts'
import {
  type Cluster,
  type HealthCheck,
  hasOwner,
  isDeleting,
  patchOwn,
  type Working,
  withOwner,
  workingCopy,
  writeStatus,
} from '../objects.ts'
import { ownerReference } from '../ownership.ts'
import type { ClusterApiParts } from '../parts.ts'
import { checkTarget, type Finding } from './checks.ts'
import { type Remediation, remediationOf } from './limits.ts'
import { markHealthy, markUnhealthy } from './marks.ts'
import { findTargets, type Target } from './targets.ts'

/** Looks after the nodes of machines, and has those replaced that are not well for too long. */
export const healthCheckReconciler =
  (parts: ClusterApiParts): Reconciler =>
  async (ctx, key) => {
    const { client, lookups, copies } = parts
    const found = copies.healthChecks.get(key)
    const cluster = found && lookups.clusters.get({ namespace: key.namespace, name: found.spec.clusterName })
    if (!found || !cluster || isDeleting(found)) return {}
    const preparation = prepare(found, cluster)
    const before = preparation ? await patchOwn(client, copies.healthChecks, found, preparation) : found
    const check = workingCopy(before)
    const pause = pauseOf(cluster, check)
    setPaused(check, pause, ctx.clock.now())
    try {
      return pause === undefined ? await lookAfter(ctx, parts, check, cluster) : {}
    } finally {
      if (check.metadata.generation !== undefined) check.status.observedGeneration = check.metadata.generation
      await writeStatus(client, copies.healthChecks, before, check)
    }
  }

/** What a health check lacks that is new; undefined for one that has all of it. */
function prepare({ metadata, spec, ...rest }: HealthCheck, cluster: Cluster): JsonObject | undefined {
  const owner = ownerReference(ClusterApiCluster, cluster)
  const isOwned = hasOwner({ metadata, ...rest }, owner)
  if (isOwned && metadata.labels?.[LABELS.cluster] === spec.clusterName) return undefined
  const ownerReferences = asJson(withOwner(metadata.ownerReferences, owner))
  return { metadata: { labels: { [LABELS.cluster]: spec.clusterName }, ownerReferences } }
}

type Check = Working<MachineHealthCheck>

async function lookAfter(ctx: Ctx, parts: ClusterApiParts, check: Check, cluster: Cluster): Promise<Result> {
  const targets = findTargets(parts, check, cluster)
  // Without a look at the nodes, all machines would seem to have lost theirs.
  if (targets.some(({ machine }) => machine.status?.nodeRef) && !(await areNodesKnown(parts, cluster))) return {}
  const findings = targets.map((target) => ({ target, finding: checkTarget(ctx, check, cluster, target) }))
  const healthy = findings.filter(isHealthy)
  const remediation = remediationOf(check, targets.length, healthy.length)
  report(ctx, check, { targets, healthy: healthy.length, remediation })
  for (const { target } of healthy) await markHealthy(ctx, parts, check, target.machine)
  const unhealthy = findings.filter(({ finding }) => finding.problem !== undefined)
  for (const { target, finding } of unhealthy) {
    if (finding.problem === undefined) continue
    const diagnosis = { problem: finding.problem, isRemediated: remediation.isAllowed }
    await markUnhealthy(ctx, parts, check, target.machine, diagnosis)
  }
  if (!remediation.isAllowed && unhealthy.length > 0) {
    const note = { type: 'Warning', reason: 'RemediationRestricted', message: remediation.message } as const
    ctx.events.record(check, note)
  }
  const waits = findings.flatMap(({ finding }) => finding.nextCheckMs ?? [])
  return waits.length === 0 ? {} : { requeueAfterMs: Math.min(...waits) }
}

const areNodesKnown = async ({ tenants }: ClusterApiParts, cluster: Cluster): Promise<boolean> =>
  (await tenants.open(cluster))?.nodes.synced ?? false

/** A machine counts as healthy when it has a node that nothing speaks against, and stays. */
const isHealthy = ({ target, finding }: { target: Target; finding: Finding }): boolean =>
  !finding.problem && finding.nextCheckMs === undefined && target.node !== undefined && !isDeleting(target.machine)

function report(
  ctx: Ctx,
  { status }: Check,
  { targets, healthy, remediation }: { targets: readonly Target[]; healthy: number; remediation: Remediation },
): void {
  const { isAllowed, left, message } = remediation
  const type = 'RemediationAllowed'
  status.expectedMachines = targets.length
  status.currentHealthy = healthy
  status.targets = targets.map(({ machine }) => machine.metadata.name)
  status.remediationsAllowed = isAllowed ? Math.max(left, 0) : 0
  const statement = isAllowed ? isTrue(type) : isFalse(type, 'TooManyUnhealthy', 'Warning', message)
  setCondition(status, statement, ctx.clock.now())
}
