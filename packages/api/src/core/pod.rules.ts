import type { KindRules, UpdateContext } from '@skep/schema'
import { checkDnsLabel } from '../meta/names.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { isSame } from '../rules/equal.ts'
import { applyLabelKeys } from './pod.label-keys.ts'
import { qosClassOf } from './pod.qos.ts'
import { podTable } from './pod.table.ts'
import type { Pod } from './pod.ts'
import { validateEphemeralContainersUpdate, validatePodSpecUpdate } from './pod.update.ts'
import { validatePod, validatePodCreate, validatePodStatusUpdate } from './pod.validate.ts'
import { defaultPodSpec } from './pod-spec.defaults.ts'
import type { PodSpec } from './pod-spec.ts'
import { warnOfAnnotations, warnOfPodSpec } from './pod-spec.warnings.ts'
import type { ContainerStatus, PodStatus } from './pod-status.ts'

/** What pods do beyond their schema. */
export const podRules: KindRules<Pod> = {
  defaults: (pod) => {
    pod.spec ??= { containers: [] }
    defaultPodSpec(pod.spec)
    defaultRunningSpec(pod.spec)
    pod.status ??= {}
    defaultStatus(pod.status)
  },
  prepareForCreate: (pod) => {
    pod.spec ??= { containers: [] }
    applyLabelKeys(pod)
    pod.status = { phase: 'Pending', ...gatedStatus(pod.spec), qosClass: qosClassOf(pod.spec) }
  },
  prepareForUpdate,
  validate: validatePod,
  validateCreate: validatePodCreate,
  validateUpdate: (pod, stored, { subresource }) => {
    if (subresource === 'status') return validatePodStatusUpdate(pod, stored)
    if (subresource === 'ephemeralcontainers') {
      return [...validatePod(pod), ...validateEphemeralContainersUpdate(pod, stored)]
    }
    return pod.spec && stored.spec ? validatePodSpecUpdate(pod.spec, stored.spec) : []
  },
  warnings: (pod, stored) => (stored === undefined ? warnOfNewPod(pod) : []),
  cells: podTable.cells,
  selectableFields: ({ spec, status }) => ({
    'spec.nodeName': spec?.nodeName ?? '',
    'spec.restartPolicy': spec?.restartPolicy ?? '',
    'spec.schedulerName': spec?.schedulerName ?? '',
    'spec.serviceAccountName': spec?.serviceAccountName ?? '',
    'spec.hostNetwork': String(spec?.hostNetwork ?? false),
    'status.phase': status?.phase ?? '',
    'status.podIP': status?.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': status?.nominatedNodeName ?? '',
  }),
  gracePeriodSeconds: ({ spec, status }, requested) => {
    // Nothing runs before a node is chosen or after all containers have ended, so there is nothing to wait for.
    if (!spec?.nodeName || status?.phase === 'Failed' || status?.phase === 'Succeeded') return 0
    const seconds = requested ?? spec.terminationGracePeriodSeconds ?? 0
    return seconds < 0 ? 1 : seconds
  },
  raisesGeneration: (pod, stored) => !isSame(pod.spec, stored.spec),
}

/** The field selectors of pods. */
export const podSelectableFields = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.nominatedNodeName',
] as const

/** What is filled in for pods but not for templates. */
function defaultRunningSpec(spec: PodSpec): void {
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    const { limits, requests } = container.resources ?? {}
    if (limits) container.resources = { ...container.resources, requests: { ...limits, ...requests } }
    if (spec.hostNetwork) for (const port of container.ports ?? []) port.hostPort ||= port.containerPort
  }
  spec.enableServiceLinks ??= true
}

function defaultStatus(status: PodStatus): void {
  const { podIP, podIPs = [] } = status
  const first = podIPs[0]?.ip
  if (podIP && first !== podIP) status.podIPs = [{ ip: podIP }]
  else if (!podIP && first) status.podIP = first
  for (const condition of status.conditions ?? []) showUnsetTimes(condition, 'lastProbeTime', 'lastTransitionTime')
  const containers = [status.containerStatuses, status.initContainerStatuses, status.ephemeralContainerStatuses]
  for (const container of containers.flatMap((list) => list ?? [])) showUnsetStateTimes(container)
}

function showUnsetStateTimes({ state, lastState }: ContainerStatus): void {
  for (const each of [state, lastState]) {
    if (each?.running) showUnsetTimes(each.running, 'startedAt')
    if (each?.terminated) showUnsetTimes(each.terminated, 'startedAt', 'finishedAt')
  }
}

function gatedStatus({ schedulingGates }: PodSpec): Pick<PodStatus, 'conditions'> {
  if (!schedulingGates?.length) return {}
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
  showUnsetTimes<NonNullable<PodStatus['conditions']>[number]>(condition, 'lastProbeTime', 'lastTransitionTime')
  return { conditions: [condition] }
}

function prepareForUpdate(pod: Pod, stored: Pod, { subresource }: UpdateContext): void {
  if (subresource === 'status') {
    prepareStatusUpdate(pod, stored)
    return
  }
  keep(pod, stored, 'status')
  if (subresource !== 'ephemeralcontainers') return
  const added = pod.spec?.ephemeralContainers
  pod.spec = { ...(stored.spec ?? { containers: [] }), ...(added ? { ephemeralContainers: added } : {}) }
}

function prepareStatusUpdate(pod: Pod, stored: Pod): void {
  keep(pod, stored, 'spec')
  keep(pod.metadata, stored.metadata, 'deletionTimestamp')
  keep(pod.metadata, stored.metadata, 'ownerReferences')
  pod.status ??= {}
  const before = stored.status ?? {}
  pod.status.qosClass ||= before.qosClass ?? qosClassOf(stored.spec ?? { containers: [] })
  for (const field of ['resourceClaimStatuses', 'extendedResourceClaimStatus', 'observedGeneration'] as const) {
    if (pod.status[field] === undefined) keep(pod.status, before, field)
  }
}

function keep<T extends object, K extends keyof T>(object: T, stored: T, field: K): void {
  if (stored[field] === undefined) delete object[field]
  else object[field] = stored[field]
}

function warnOfNewPod({ metadata, spec }: Pod): string[] {
  const complaints = checkDnsLabel(metadata.name ?? '')
  const text =
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended"
  return [
    ...(complaints.length > 0 ? [`${text}: [${complaints.join(' ')}]`] : []),
    ...warnOfAnnotations(metadata.annotations, 'metadata'),
    ...(spec ? warnOfPodSpec(spec, 'spec') : []),
  ]
}
