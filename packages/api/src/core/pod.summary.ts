import type { Pod } from './pod.ts'
import type { ContainerState, ContainerStatus } from './pod-status.ts'

/** A pod in a few words, as `kubectl get pods` tells it. */
export interface PodSummary {
  reason: string
  readyContainers: number
  totalContainers: number
  restarts: number
  /** When a container last ended and was started again. */
  lastRestart: string | undefined
}

/** Sums up what the containers of a pod are doing. */
export function summarizePod(pod: Pod): PodSummary {
  const sidecars = new Set(
    (pod.spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  )
  const init = summarizeInitContainers(pod, sidecars)
  const isInitialized = init.reason === undefined || hasCondition(pod, 'Initialized')
  const main = isInitialized ? summarizeContainers(pod, init.reason ?? phaseOf(pod)) : undefined
  const counted = main ? [...init.sidecars, ...(pod.status?.containerStatuses ?? [])] : init.seen
  return {
    reason: reasonWhileDeleted(pod, main?.reason ?? init.reason ?? phaseOf(pod)),
    readyContainers: init.ready + (main?.ready ?? 0),
    totalContainers: (pod.spec?.containers?.length ?? 0) + sidecars.size,
    restarts: counted.reduce((sum, { restartCount }) => sum + (restartCount ?? 0), 0),
    lastRestart:
      counted
        .map(({ lastState }) => lastState?.terminated?.finishedAt ?? '')
        .sort()
        .at(-1) || undefined,
  }
}

function phaseOf({ status }: Pod): string {
  const isGated = status?.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return isGated ? 'SchedulingGated' : status?.reason || status?.phase || ''
}

const hasCondition = ({ status }: Pod, type: string): boolean =>
  status?.conditions?.find((condition) => condition.type === type)?.status === 'True'

interface InitSummary {
  /** Why initialisation is not over; undefined when it is. */
  reason: string | undefined
  ready: number
  seen: ContainerStatus[]
  sidecars: ContainerStatus[]
}

/** Init containers run in order, so the first that is not done says where the pod is. */
function summarizeInitContainers({ spec, status }: Pod, sidecars: ReadonlySet<string>): InitSummary {
  const summary: InitSummary = { reason: undefined, ready: 0, seen: [], sidecars: [] }
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    summary.seen.push(container)
    const isSidecar = sidecars.has(container.name)
    if (isSidecar) summary.sidecars.push(container)
    if (container.state?.terminated?.exitCode === 0) continue
    if (isSidecar && container.started) {
      if (container.ready) summary.ready++
      continue
    }
    summary.reason = initReason(container.state, index, spec?.initContainers?.length ?? 0)
    break
  }
  return summary
}

function initReason(state: ContainerState | undefined, index: number, total: number): string {
  if (state?.terminated) return `Init:${endReason(state.terminated)}`
  const waiting = state?.waiting?.reason
  return waiting && waiting !== 'PodInitializing' ? `Init:${waiting}` : `Init:${index}/${total}`
}

const endReason = ({ reason, signal, exitCode }: NonNullable<ContainerState['terminated']>): string =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`)

/** The first container that has something to tell is the one that is shown. */
function summarizeContainers(pod: Pod, phase: string): { reason: string; ready: number } {
  let reason = phase
  let failure = ''
  let ready = 0
  for (const { state, ready: isReady } of (pod.status?.containerStatuses ?? []).toReversed()) {
    if (state?.waiting?.reason) reason = state.waiting.reason
    else if (state?.terminated) {
      reason = endReason(state.terminated)
      if (state.terminated.exitCode !== 0) failure = reason
    } else if (isReady && state?.running) ready++
  }
  if (reason !== 'Completed') return { reason, ready }
  if (ready > 0 && hasCondition(pod, 'Ready')) return { reason: 'Running', ready }
  return { reason: failure || (ready > 0 ? 'NotReady' : reason), ready }
}

function reasonWhileDeleted({ metadata, status }: Pod, reason: string): string {
  if (metadata.deletionTimestamp === undefined) return reason
  if (status?.reason === 'NodeLost') return 'Unknown'
  return status?.phase === 'Failed' || status?.phase === 'Succeeded' ? reason : 'Terminating'
}
