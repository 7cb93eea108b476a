import type { Pod, PodCondition } from '@skep/api'
import type { ContainerRun } from './container-run.ts'
import type { PodRun } from './pod-run.ts'

/** A condition without the times and generations that all of them carry. */
type Finding = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>

/** What a kubelet says about a pod, aspect by aspect, in its order and its words. */
export function podFindings(run: PodRun, pod: Pod, now: number): Finding[] {
  const containersReady = findContainersReady(run, now)
  return [
    { type: 'PodReadyToStartContainers', status: run.isSandboxed(now) ? 'True' : 'False' },
    findInitialized(run),
    { ...findGates(containersReady, pod), type: 'Ready' },
    containersReady,
    { type: 'PodScheduled', status: 'True' },
  ]
}

const names = (containers: readonly ContainerRun[]): string => `[${containers.map(({ spec }) => spec.name).join(' ')}]`

function findInitialized(run: PodRun): Finding {
  const type = 'Initialized'
  if (run.phase === 'Succeeded') return { type, status: 'True', reason: 'PodCompleted' }
  if (run.isInitialized) return { type, status: 'True' }
  const incomplete = run.init.filter(({ isPassed }) => !isPassed)
  if (incomplete.length === 0) return { type, status: 'True' }
  const message = `containers with incomplete status: ${names(incomplete)}`
  return { type, status: 'False', reason: 'ContainersNotInitialized', message }
}

function findContainersReady(run: PodRun, now: number): Finding {
  const type = 'ContainersReady'
  const { phase } = run
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' }
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' }
  const lasting = run.containers.filter(({ rules }) => rules.role !== 'init')
  const unready = lasting.filter((container) => !container.isReady(now))
  if (unready.length === 0) return { type, status: 'True' }
  const message = `containers with unready status: ${names(unready)}`
  return { type, status: 'False', reason: 'ContainersNotReady', message }
}

/** Pods can name conditions that others set, all of which must be true as well. */
function findGates(containersReady: Finding, { spec, status }: Pod): Finding {
  if (containersReady.status !== 'True') return containersReady
  const messages = (spec?.readinessGates ?? []).flatMap(({ conditionType }) => {
    const condition = status?.conditions?.find(({ type }) => type === conditionType)
    if (!condition) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`]
    if (condition.status === 'True') return []
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`]
  })
  if (messages.length === 0) return containersReady
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') }
}
