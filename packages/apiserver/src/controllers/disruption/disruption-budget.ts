import { matchesSelector, type Pod, type PodDisruptionBudget } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ClusterView } from '../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  type Outcome,
  ownKey,
  serviceAccount,
} from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import {
  DEPLOYMENTS,
  DISRUPTION_BUDGETS,
  PODS,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  STATEFUL_SETS,
} from '../resources.ts'
import { scaledCount } from '../workloads/counts.ts'
import { inNamespace, type WorkloadIndexes } from '../workloads/indexes.ts'
import { textOf } from '../workloads/pods/pod-control.ts'
import { isDeleted, isReady } from '../workloads/pods/pod-state.ts'
import { isSame, writeStatus } from '../workloads/status-writer.ts'
import { expectedScale } from './expected-scale.ts'

type Status = NonNullable<PodDisruptionBudget['status']>

const COMPONENT = 'controllermanager'
/** After this long, a pod whose eviction was granted is taken to have stayed. */
const DELETION_TIMEOUT_MS = 120_000
const OWNERS = [DEPLOYMENTS, REPLICA_SETS, REPLICATION_CONTROLLERS, STATEFUL_SETS]

/** Works out how many pods each disruption budget can spare. */
export function disruptionController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'disruption',
    identity: serviceAccount('disruption-controller'),
    watches: [DISRUPTION_BUDGETS, PODS, ...OWNERS],
    keysOf: (event) => {
      if (isResource(event, DISRUPTION_BUDGETS)) return event.type === 'put' ? [ownKey(event)] : []
      return isResource(event, PODS) ? keysOfPod(event) : keysOfOwner(event)
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const budget = cluster.objects.get(DISRUPTION_BUDGETS, namespace, name) as PodDisruptionBudget | undefined
      return budget && sync(cluster, budget)
    },
  }

  function keysOfPod({ clusterId, namespace, object, previous }: ObjectEvent): ObjectKey[] {
    const budgets = indexes.disruptionBudgets.find(clusterId, inNamespace(namespace))
    return budgets
      .filter(({ spec }) =>
        [object, previous].some((pod) => pod && matchesSelector(spec?.selector, pod.metadata.labels)),
      )
      .map(({ metadata }) => ({ clusterId, namespace, name: metadata.name ?? '' }))
  }

  /** A change of size changes what is expected; other changes of owners show in their pods. */
  function keysOfOwner({ clusterId, namespace, object, previous }: ObjectEvent): ObjectKey[] {
    const sizeOf = (owner: unknown) => (owner as { spec?: { replicas?: number } } | undefined)?.spec?.replicas
    if (sizeOf(object) === sizeOf(previous)) return []
    return indexes.disruptionBudgets
      .find(clusterId, inNamespace(namespace))
      .map(({ metadata }) => ({ clusterId, namespace, name: metadata.name ?? '' }))
  }

  async function sync(cluster: ClusterView, budget: PodDisruptionBudget): Promise<Outcome | undefined> {
    const pods = indexes.pods
      .find(cluster.id, inNamespace(budget.metadata.namespace ?? ''))
      .filter(({ metadata }) => matchesSelector(budget.spec?.selector, metadata.labels))
    const tell = (type: 'Normal' | 'Warning', reason: string, message: string) =>
      context.events.record(cluster, budget, { component: COMPONENT, type, reason, message })
    if (pods.length === 0) tell('Normal', 'NoPods', 'No matching pods found')
    try {
      const { expected, desired, unmanaged } = expectationOf(cluster, budget, pods)
      if (unmanaged.length > 0) tell('Warning', 'UnmanagedPods', unmanagedMessage(budget))
      return await report(cluster, budget, pods, { expected, desired })
    } catch (error) {
      const message = `Failed to calculate the number of expected pods: ${textOf(error)}`
      tell('Warning', 'CalculateExpectedPodCountFailed', message)
      await failSafe(cluster, budget, textOf(error))
      return undefined
    }
  }

  async function report(
    cluster: ClusterView,
    budget: PodDisruptionBudget,
    pods: readonly Pod[],
    { expected, desired }: { expected: number; desired: number },
  ): Promise<Outcome | undefined> {
    const now = context.clock.now()
    const { disrupted, recheckAt } = disruptedPods(budget, pods, now)
    const healthy = pods.filter((pod) => !isDeleted(pod) && !disrupted[pod.metadata.name ?? ''] && isReady(pod)).length
    const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired)
    const status: Status = {
      currentHealthy: healthy,
      desiredHealthy: desired,
      expectedPods: expected,
      disruptionsAllowed: allowed,
      observedGeneration: budget.metadata.generation ?? 0,
      ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
      conditions: conditionsWith(budget, allowed > 0 ? 'SufficientPods' : 'InsufficientPods', '', now),
    }
    await writeStatus(cluster, DISRUPTION_BUDGETS, budget, status)
    return recheckAt === undefined ? undefined : { requeueAfterMs: recheckAt - now }
  }

  /** Without knowing what is expected, nothing may be disrupted. */
  async function failSafe(cluster: ClusterView, budget: PodDisruptionBudget, message: string): Promise<void> {
    const conditions = conditionsWith(budget, 'SyncFailed', message, context.clock.now())
    const unknown = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }
    const status: Status = { ...unknown, ...budget.status, disruptionsAllowed: 0, conditions }
    await writeStatus(cluster, DISRUPTION_BUDGETS, budget, status)
  }
}

interface Expectation {
  readonly expected: number
  readonly desired: number
  readonly unmanaged: readonly string[]
}

function expectationOf(cluster: ClusterView, { spec }: PodDisruptionBudget, pods: readonly Pod[]): Expectation {
  const { maxUnavailable, minAvailable } = spec ?? {}
  if (maxUnavailable === undefined && typeof minAvailable !== 'string') {
    return { expected: pods.length, desired: minAvailable ?? 0, unmanaged: [] }
  }
  const { count, unmanaged } = expectedScale(cluster, pods)
  const desired =
    maxUnavailable === undefined
      ? scaledCount(minAvailable, count, 'up')
      : Math.max(0, count - scaledCount(maxUnavailable, count, 'up'))
  return { expected: count, desired, unmanaged }
}

/** Pods whose eviction was granted and that are still there; they count as gone for a while. */
function disruptedPods(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: number,
): { disrupted: Record<string, string>; recheckAt: number | undefined } {
  const granted = pods.flatMap((pod) => {
    const time = isDeleted(pod) ? undefined : status?.disruptedPods?.[pod.metadata.name ?? '']
    const until = Date.parse(time ?? '') + DELETION_TIMEOUT_MS
    return time !== undefined && until > now ? [{ name: pod.metadata.name ?? '', time, until }] : []
  })
  return {
    disrupted: Object.fromEntries(granted.map(({ name, time }) => [name, time])),
    recheckAt: granted.length > 0 ? Math.min(...granted.map(({ until }) => until)) : undefined,
  }
}

type Conditions = NonNullable<Status['conditions']>

function conditionsWith(
  { metadata, status }: PodDisruptionBudget,
  reason: string,
  message: string,
  now: number,
): Conditions {
  const before = status?.conditions?.find(({ type }) => type === 'DisruptionAllowed')
  const value = reason === 'SufficientPods' ? 'True' : 'False'
  const condition = {
    type: 'DisruptionAllowed',
    status: value,
    reason,
    message,
    observedGeneration: metadata.generation ?? 0,
    lastTransitionTime: before?.status === value ? before.lastTransitionTime : formatTime(now),
  }
  const others = (status?.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed')
  return before && isSame(before, condition) ? (status?.conditions ?? []) : [...others, condition]
}

const unmanagedMessage = ({ spec }: PodDisruptionBudget): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${JSON.stringify(spec?.selector)}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`
