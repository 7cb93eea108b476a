import { type FieldError, fieldError } from '@skep/schema'
import { validateIp } from '../meta/ip.ts'
import { checkDnsSubdomain, checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateImmutable, validateNonNegative } from '../meta/validation.ts'
import { validateImageSpaces } from './container.validate.ts'
import type { Pod } from './pod.ts'
import { validatePodSpec } from './pod-spec.validate.ts'
import type { ContainerStatus, PodStatus } from './pod-status.ts'

/** Everything wrong with a pod, on create and on update. */
export function validatePod({ metadata, spec }: Pod): FieldError[] {
  if (spec === undefined) return [fieldError.required('spec.containers')]
  return [
    ...validatePodSpec(spec, 'spec', { podMeta: metadata }),
    ...(spec.serviceAccountName ? [] : validateNoTokens(spec.volumes)),
    ...validateNonNegative(spec.terminationGracePeriodSeconds, 'spec.terminationGracePeriodSeconds'),
    ...validateEach(spec.containers, 'spec.containers', validateImageSpaces),
    ...validateEach(spec.initContainers, 'spec.initContainers', validateImageSpaces),
  ]
}

/** A token needs an account to speak for. */
const validateNoTokens = (volumes: NonNullable<Pod['spec']>['volumes']): FieldError[] =>
  validateEach(volumes, 'spec.volumes', ({ projected }, at) =>
    validateEach(projected?.sources, `${at}.projected.sources`, ({ serviceAccountToken }, each) =>
      serviceAccountToken
        ? [
            fieldError.forbidden(
              `${each}.serviceAccountToken`,
              'must not be specified when serviceAccountName is not set',
            ),
          ]
        : [],
    ),
  )

/** What a pod may not have when it is created. */
export const validatePodCreate = ({ spec }: Pod): FieldError[] => [
  ...(spec?.ephemeralContainers?.length
    ? [fieldError.forbidden('spec.ephemeralContainers', 'cannot be set on create')]
    : []),
  ...(spec?.nodeName && spec.schedulingGates?.length
    ? [fieldError.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')]
    : []),
]

/** Everything wrong with a new status of a pod. */
export function validatePodStatusUpdate(pod: Pod, stored: Pod): FieldError[] {
  const status = pod.status ?? {}
  const before = stored.status ?? {}
  return [
    ...validateEach(status.conditions, 'status.conditions', ({ type }, at) =>
      invalid(`${at}.type`, type, checkQualifiedName(type)),
    ),
    ...validateNominatedNode(status.nominatedNodeName, before.nominatedNodeName, stored.spec?.nodeName),
    ...(status.observedGeneration !== undefined && status.observedGeneration < 0
      ? [fieldError.invalid('status.observedGeneration', status.observedGeneration, 'must be a non-negative integer')]
      : []),
    ...validateImmutable(status.qosClass, before.qosClass, 'status.qosClass'),
    ...validateEndedStaysEnded(status, before, 'containerStatuses', stored.spec),
    ...validateEndedStaysEnded(status, before, 'initContainerStatuses', stored.spec),
    ...validateAddresses(status.podIPs, 'status.podIPs'),
    ...validateAddresses(status.hostIPs, 'status.hostIPs'),
  ]
}

function validateNominatedNode(name: string | undefined, before: string | undefined, nodeName?: string): FieldError[] {
  if (!name || name === before) return []
  const at = 'status.nominatedNodeName'
  return [
    ...invalid(at, name, checkDnsSubdomain(name)),
    ...(nodeName ? [fieldError.forbidden(at, 'may not be set on pods that are already bound to a node')] : []),
  ]
}

type StatusList = 'containerStatuses' | 'initContainerStatuses'

/** A container that has ended runs again only if its restart policy says so. */
function validateEndedStaysEnded(
  status: PodStatus,
  before: PodStatus,
  list: StatusList,
  spec: Pod['spec'],
): FieldError[] {
  const now = new Map((status[list] ?? []).map((each) => [each.name, each]))
  return validateEach(before[list], `status.${list}`, (old, at) => {
    const current = now.get(old.name)
    const hasRestarted = old.state?.terminated && current && !current.state?.terminated
    if (!hasRestarted || mayRestart(old, list, spec)) return []
    return [fieldError.forbidden(`${at}.state`, 'may not be transitioned to non-terminated state')]
  })
}

function mayRestart({ name, state }: ContainerStatus, list: StatusList, spec: Pod['spec']): boolean {
  const containers = list === 'containerStatuses' ? spec?.containers : spec?.initContainers
  const own = containers?.find((container) => container.name === name)
  if (own?.restartPolicyRules?.length) return true
  const policy = own?.restartPolicy ?? spec?.restartPolicy
  return policy === 'Always' || (policy === 'OnFailure' && state?.terminated?.exitCode !== 0)
}

const validateAddresses = (addresses: readonly { ip: string }[] | undefined, path: string): FieldError[] =>
  validateEach(addresses, path, ({ ip }, at) => validateIp(ip, at))
