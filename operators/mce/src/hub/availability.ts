import { type Ctx, findCondition, isConditionTrue, mergeResults, type Result } from '@skep/controller'
import { setAddOnAvailable } from '../agents/add-on-health.ts'
import type { AgentReport } from '../agents/report.ts'
import type { ManagedClusterStage } from '../behaviour-kinds.ts'
import { CLUSTER_LEASE } from '../names.ts'
import { type ClusterScope, CONDITIONS, isImportedHere, leaseClock, state } from './scope.ts'

const DEFAULT_LEASE_SECONDS = 60
/** So many durations of its lease may pass without a word of an agent. */
const GRACE_DURATIONS = 5

/** Lets the agent of a cluster work once it may, and says of the cluster what it says, or that it says nothing. */
export async function followAgent(ctx: Ctx, scope: ClusterScope): Promise<Result> {
  const { parts, cluster } = scope
  const { name } = cluster.metadata
  const wait = untilJoined(ctx, scope)
  const isSilent = fails(scope, 'Agent')
  // Only who has joined can fall silent.
  if (wait === 0 && isSilent) tellJoined(ctx, scope)
  if (wait === 0 && !isSilent) {
    parts.agents.run(name, leaseSecondsOf(scope))
    // Until it has looked, nothing is said: after a restart its lease may be old, but it is about to renew it.
    const report = parts.agents.reportOf(name)
    if (report) tellReport(ctx, scope, report)
    return {}
  }
  parts.agents.stop(name)
  return mergeResults([comeBack(wait), await noticeSilence(ctx, scope)])
}

const comeBack = (ms = 0): Result => (ms > 0 ? { requeueAfterMs: ms } : {})

const leaseSecondsOf = ({ cluster }: ClusterScope): number =>
  cluster.spec?.leaseDurationSeconds || DEFAULT_LEASE_SECONDS

const fails = ({ parts, cluster }: ClusterScope, stage: ManagedClusterStage): boolean =>
  parts.behaviours.failureOf('ManagedCluster', cluster.metadata, stage) !== undefined

/** How long until the agent of the cluster has registered; undefined when nothing but a change can help. */
function untilJoined(ctx: Ctx, scope: ClusterScope): number | undefined {
  const { parts, cluster, conditions } = scope
  const imported = findCondition(conditions, CONDITIONS.imported)
  if (!isImportedHere(cluster) || !isConditionTrue(conditions, CONDITIONS.accepted)) return undefined
  if (isConditionTrue(conditions, CONDITIONS.joined)) return 0
  if (imported?.status !== 'True' || fails(scope, 'Registration')) return undefined
  const duration = durationOf(parts, cluster.metadata, 'Registration')
  return Math.max(0, Date.parse(imported.lastTransitionTime) + duration - ctx.clock.now())
}

/** How long a stage of a cluster takes. */
export const durationOf = (
  { behaviours }: ClusterScope['parts'],
  cluster: ClusterScope['cluster']['metadata'],
  stage: ManagedClusterStage,
): number => behaviours.timeline('ManagedCluster', cluster).find(({ name }) => name === stage)?.durationMs ?? 0

function tellJoined(ctx: Ctx, scope: ClusterScope): void {
  const reason = 'ManagedClusterJoined'
  state(scope, ctx, { type: CONDITIONS.joined, status: 'True', reason, message: 'Managed cluster joined' })
}

function tellReport(ctx: Ctx, scope: ClusterScope, report: AgentReport): void {
  const { cluster } = scope
  tellJoined(ctx, scope)
  state(scope, ctx, {
    type: CONDITIONS.clockSynced,
    status: 'True',
    reason: 'ManagedClusterClockSynced',
    message: 'The clock of the managed cluster is synced with the hub.',
  })
  state(scope, ctx, {
    type: CONDITIONS.available,
    ...(report.healthy
      ? { status: 'True', reason: 'ManagedClusterAvailable', message: 'Managed cluster is available' }
      : { status: 'False', reason: 'ManagedClusterKubeAPIServerUnavailable', message: report.message }),
  })
  if (!report.healthy || !cluster.status) return
  cluster.status.version = { kubernetes: report.kubernetesVersion }
  cluster.status.capacity = report.capacity
  cluster.status.allocatable = report.allocatable
  cluster.status.clusterClaims = [...report.claims]
}

/** Says that nothing is known of a cluster whose lease ran out, and when to look again. */
async function noticeSilence(ctx: Ctx, scope: ClusterScope): Promise<Result> {
  const { parts, cluster, conditions } = scope
  const { name } = cluster.metadata
  const lease = parts.views.leases.get({ namespace: name, name: CLUSTER_LEASE })
  if (!findCondition(conditions, CONDITIONS.accepted) || !lease) return {}
  const grace = GRACE_DURATIONS * leaseSecondsOf(scope) * 1_000
  const left = Date.parse(lease.spec?.renewTime ?? '') + grace - leaseClock(ctx, cluster).now()
  // Whoever renews it in real time is no reason for a simulation to leap.
  if (left > 0) return { requeueAfterMs: left, isRoutine: !isImportedHere(cluster) }
  if (findCondition(conditions, CONDITIONS.available)?.status !== 'Unknown') {
    state(scope, ctx, {
      type: CONDITIONS.available,
      status: 'Unknown',
      reason: 'ManagedClusterLeaseUpdateStopped',
      message: 'Registration agent stopped updating its lease.',
    })
  }
  await forgetAddOns(scope)
  return { requeueAfterMs: grace, isRoutine: true }
}

/** Of what runs in a cluster nothing is known either. */
async function forgetAddOns({ parts, cluster, conditions }: ClusterScope): Promise<void> {
  const { status = 'Unknown', reason = '', message } = findCondition(conditions, CONDITIONS.available) ?? {}
  for (const addOn of parts.views.addOns.list(cluster.metadata.name)) {
    await setAddOnAvailable({ hubClient: parts.client, clock: parts.clock }, addOn, { status, reason, message })
  }
}
