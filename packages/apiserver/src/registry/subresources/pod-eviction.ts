import { matchesSelector, type Pod, type PodDisruptionBudget } from '@skep/api'
import { formatTime, StatusError } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView, DeleteOptions, RequestContext } from '../../contracts.ts'
import { deleteObject } from '../delete.ts'
import { forbidden, notFound, plainFailure } from '../errors.ts'
import { rewriteObject } from '../rewrite.ts'
import type { Target } from '../target.ts'
import { setPodCondition } from './pod-condition.ts'

const BUDGETS = { group: 'policy', resource: 'poddisruptionbudgets' }
const MAX_PENDING_DISRUPTIONS = 2000
const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget."

export interface EvictionRequest {
  readonly namespace: string
  readonly name: string
  readonly options: DeleteOptions
  readonly context: RequestContext
  /** Budgets are another resource. */
  readonly budgets: Target
}

/** Deletes a pod unless a disruption budget forbids it for now; throws TooManyRequests then. */
export async function evictPod(target: Target, request: EvictionRequest): Promise<void> {
  const { namespace, name, options, context } = request
  const pod = target.cluster.objects.get(target.resource, namespace, name) as Pod | undefined
  if (!pod) throw notFound(target.resource, name)
  if (!isBeyondBudgets(pod)) await spendBudget(request, target.cluster, pod)
  if (!options.dryRun) {
    await rewriteObject(target, { namespace, name }, (object) =>
      setPodCondition(object as Pod, DISRUPTED, target.services.clock.now()),
    )
  }
  await deleteObject(target, { namespace, name, options, context })
}

const DISRUPTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
}

/** Pods that do no work yet, or no more, are no loss. */
function isBeyondBudgets({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined || ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '')
}

/** Takes one disruption from the budget that covers the pod, if there is one. */
async function spendBudget(request: EvictionRequest, cluster: ClusterView, pod: Pod): Promise<void> {
  const { namespace, name, budgets, options } = request
  const covering = budgetsOf(cluster, namespace, pod)
  if (covering.length > 1) {
    throw plainFailure(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    )
  }
  const [budget] = covering
  if (!budget || (!isReady(pod) && sparesUnready(budget))) return
  const at = { namespace, name: budget.metadata.name!, dryRun: options.dryRun }
  await rewriteObject(budgets, at, (object) => spend(object as PodDisruptionBudget, name, budgets.services.clock.now()))
}

const budgetsOf = (cluster: ClusterView, namespace: string, pod: KubeObject): PodDisruptionBudget[] =>
  (cluster.objects.list(BUDGETS, { namespace }) as PodDisruptionBudget[]).filter(
    ({ spec }) => spec?.selector !== undefined && matchesSelector(spec.selector, pod.metadata.labels),
  )

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true

/** Whether an unready pod may go without being counted. */
function sparesUnready({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {}
  return currentHealthy >= desiredHealthy && desiredHealthy > 0
}

function spend(budget: PodDisruptionBudget, pod: string, now: number): void {
  const { metadata, status } = budget
  const name = metadata.name ?? ''
  if (!status || (status.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    throw refused(`The disruption budget ${name} is still being processed by the server.`, 10)
  }
  const allowed = status.disruptionsAllowed ?? 0
  if (allowed < 0) throw forbiddenBudget(name, 'pdb disruptions allowed is negative')
  if (Object.keys(status.disruptedPods ?? {}).length > MAX_PENDING_DISRUPTIONS) {
    throw forbiddenBudget(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  }
  if (allowed === 0) throw refused(exhausted(name, status))
  status.disruptionsAllowed = allowed - 1
  status.disruptedPods = { ...status.disruptedPods, [pod]: formatTime(now) }
}

function exhausted(name: string, status: NonNullable<PodDisruptionBudget['status']>): string {
  const condition = status.conditions?.find(({ type }) => type === 'DisruptionAllowed')
  const said = condition?.status === 'False' && condition.message !== '' ? condition : undefined
  const prefix = `The disruption budget ${name}`
  if (said?.reason === 'SyncFailed') {
    return `${prefix} does not allow evicting pods currently because it failed sync: ${said.message}`
  }
  const { currentHealthy = 0, desiredHealthy = 0 } = status
  if (currentHealthy <= desiredHealthy) {
    return `${prefix} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  }
  if (said) return `${prefix} does not allow evicting pods currently (${said.reason}): ${said.message}`
  return `${prefix} does not allow evicting pods currently`
}

const refused = (message: string, retryAfterSeconds?: number): StatusError =>
  new StatusError('TooManyRequests', REFUSED, {
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  })

const forbiddenBudget = (name: string, why: string): StatusError =>
  forbidden({ group: 'policy', resource: 'poddisruptionbudget' }, name, why, {
    causes: [
      {
        reason: 'DisruptionBudget',
        message: `The disruption budget ${name} does not allow evicting pods currently: ${why}`,
      },
    ],
  })
