import type { ContainerStatus, Pod, PodCondition, PodStatus } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ContainerRun } from './container-run.ts'
import { goDuration } from './go-duration.ts'
import { imageId } from './image.ts'
import { podFindings } from './pod-conditions.ts'
import type { PodRun } from './pod-run.ts'
import { statusOfState } from './run-state.ts'

/** Since when each condition of a pod has had its status; kept from one report to the next. */
export type Transitions = Map<string, { readonly status: string; readonly since: string }>

/** What a status is made from. */
export interface PodReport {
  readonly pod: Pod
  readonly run: PodRun
  readonly hostIp: string
  /** The pod's own address, once it has one. */
  readonly podIp: string | undefined
  readonly transitions: Transitions
  /** The time on the server, which works out from conditions for how long a pod has been ready. */
  readonly serverNow: number
}

/** What a kubelet reports of a pod. Fields that it does not own are left out. */
export function podStatusOf(report: PodReport, now: number): PodStatus {
  const { pod, run, hostIp, podIp } = report
  const statusOf = (container: ContainerRun) => containerStatusOf(container, pod, now)
  return {
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
    phase: run.phase,
    ...run.failure,
    startTime: formatTime(run.takenAt),
    conditions: podFindings(run, pod, now).map((finding) => withTimes(finding, report)),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    ...(podIp === undefined ? {} : { podIP: podIp, podIPs: [{ ip: podIp }] }),
    ...(run.init.length === 0 ? {} : { initContainerStatuses: run.init.map(statusOf) }),
    containerStatuses: run.main.map(statusOf),
  }
}

/** The strategic merge patch that says so: what a condition no longer says has to be taken back by name. */
export const statusPatch = ({ conditions = [], ...status }: PodStatus): object => ({
  ...status,
  conditions: conditions.map((condition) => ({ reason: null, message: null, ...condition })),
})

/** How kubelets name a pod in messages. */
export const podText = ({ metadata: { name, namespace, uid } }: Pod): string => `${name}_${namespace}(${uid})`

/** In place on the transitions: the time moves when the status does. */
function withTimes(finding: PodCondition, { pod, transitions, serverNow }: PodReport): PodCondition {
  const { type, status } = finding
  const known = transitions.get(type)
  const since = known?.status === status ? known.since : formatTime(serverNow)
  transitions.set(type, { status, since })
  const { generation } = pod.metadata
  return {
    ...finding,
    lastTransitionTime: since,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  }
}

function containerStatusOf(container: ContainerRun, pod: Pod, now: number): ContainerStatus {
  const { spec, state, last, restarts, isRunning } = container
  const image = spec.image ?? ''
  const hasRun = state.is !== 'waiting' || last !== undefined
  const id = state.is === 'waiting' ? last?.id : state.id
  return {
    name: spec.name,
    image,
    imageID: hasRun ? imageId(image) : '',
    ...(id === undefined ? {} : { containerID: id }),
    ready: container.isReady(now),
    started: isRunning,
    restartCount: restarts,
    state: statusOfState(state, backoffMessage(container, pod)),
    lastState: last ? statusOfState(last) : {},
  }
}

function backoffMessage({ spec, state }: ContainerRun, pod: Pod): string | undefined {
  if (state.is !== 'waiting' || state.backoffMs === undefined) return undefined
  return `back-off ${goDuration(state.backoffMs)} restarting failed container=${spec.name} pod=${podText(pod)}`
}
