import { type FieldError, fieldError, type ObjectMeta } from '@skep/schema'
import { validateIp } from '../meta/ip.ts'
import { validateLabels } from '../meta/label-selector.ts'
import { checkDnsLabel, checkDnsSubdomain, checkInRange, checkQualifiedName } from '../meta/names.ts'
import { validateAnnotations } from '../meta/object-meta.ts'
import { invalid, validateEach, validateOneOf } from '../meta/validation.ts'
import {
  type PodFacts,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from './container.validate.ts'
import { validateDnsConfig } from './pod-dns.validate.ts'
import { everyContainer } from './pod-spec.defaults.ts'
import type { HostAlias, PodResourceClaim, PodSchedulingGate, PodSpec, PodTemplateSpec } from './pod-spec.ts'
import { validateContainerResources, validatePodLevelResources } from './resources.validate.ts'
import { validateAffinity, validateSpread } from './scheduling.validate.ts'
import { validatePodSecurityContext } from './security.validate.ts'
import { validateTolerations } from './toleration.ts'
import { validateVolumes } from './volume.validate.ts'

/** Where a pod spec stands. A pod has metadata of its own; a template's pods do not exist yet. */
export interface PodSpecContext {
  podMeta?: ObjectMeta
}

/** Everything wrong with a pod template at `path`. */
export function validatePodTemplate(template: PodTemplateSpec, path: string): FieldError[] {
  // What a template lacks is reported as what a pod would lack.
  const spec = template.spec ?? { containers: [] }
  return [
    ...validateLabels(template.metadata?.labels, `${path}.labels`),
    ...validateAnnotations(template.metadata?.annotations, `${path}.annotations`),
    ...validatePodSpec(spec, `${path}.spec`),
    ...(spec.ephemeralContainers?.length
      ? [fieldError.forbidden(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : []),
  ]
}

/** Everything wrong with a pod spec that has its defaults, in a pod or in a template. */
export function validatePodSpec(spec: PodSpec, path: string, { podMeta }: PodSpecContext = {}): FieldError[] {
  const volumes = validateVolumes(spec.volumes, `${path}.volumes`, podMeta)
  const containers = spec.containers ?? []
  const facts: PodFacts = {
    volumes: volumes.usable,
    claimNames: (spec.resourceClaims ?? []).map(({ name }) => name),
    gracePeriod: spec.terminationGracePeriodSeconds,
    restartPolicy: spec.restartPolicy,
    hostUsers: spec.hostUsers !== false,
  }
  const others = [...containers, ...(spec.initContainers ?? [])]
  return [
    ...volumes.errors,
    ...validateResourceClaims(spec.resourceClaims, `${path}.resourceClaims`),
    ...validateContainers(containers, `${path}.containers`, facts),
    ...validateInitContainers(spec.initContainers, containers, `${path}.initContainers`, facts),
    ...validateEphemeralContainers(spec.ephemeralContainers, others, `${path}.ephemeralContainers`, facts),
    ...validatePodLevelResources(spec.resources, `${path}.resources`),
    ...validateHostNetworkPorts(spec, `${path}.containers`, podMeta !== undefined),
    ...validatePolicies(spec, path),
    ...validatePlacement(spec, path),
    ...validateIdentity(spec, path),
    ...validateFileKeys(spec, path),
  ]
}

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never']
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']

const validatePolicies = (spec: PodSpec, path: string): FieldError[] => [
  ...(spec.restartPolicy
    ? validateOneOf(spec.restartPolicy, `${path}.restartPolicy`, RESTART_POLICIES)
    : [fieldError.required(`${path}.restartPolicy`)]),
  ...(spec.dnsPolicy
    ? validateOneOf(spec.dnsPolicy, `${path}.dnsPolicy`, DNS_POLICIES)
    : [fieldError.required(`${path}.dnsPolicy`)]),
  ...validateLabels(spec.nodeSelector, `${path}.nodeSelector`),
  ...validatePodSecurityContext(spec.securityContext, `${path}.securityContext`),
  ...(spec.shareProcessNamespace && spec.hostPID
    ? [
        fieldError.invalid(
          `${path}.shareProcessNamespace`,
          true,
          'ShareProcessNamespace and HostPID cannot both be enabled',
        ),
      ]
    : []),
  ...validateAffinity(spec.affinity, `${path}.affinity`),
  ...validateDnsConfig(spec, `${path}.dnsConfig`),
]

const validatePlacement = (spec: PodSpec, path: string): FieldError[] => [
  ...validateEach(spec.readinessGates, `${path}.readinessGates`, ({ conditionType }, at) =>
    invalid(`${at}.conditionType`, conditionType, checkQualifiedName(conditionType)),
  ),
  ...validateSchedulingGates(spec.schedulingGates, `${path}.schedulingGates`),
  ...validateSpread(spec.topologySpreadConstraints, `${path}.topologySpreadConstraints`),
  ...validateHostUsers(spec, path),
  ...validateHostnameOverride(spec, `${path}.hostnameOverride`),
]

const validateIdentity = (spec: PodSpec, path: string): FieldError[] => [
  ...validateName(spec.serviceAccountName, `${path}.serviceAccountName`, checkDnsSubdomain),
  ...validateName(spec.nodeName, `${path}.nodeName`, checkDnsSubdomain),
  ...(spec.activeDeadlineSeconds === undefined
    ? []
    : invalid(
        `${path}.activeDeadlineSeconds`,
        spec.activeDeadlineSeconds,
        checkInRange(spec.activeDeadlineSeconds, 1, 2 ** 31 - 1),
      )),
  ...validateName(spec.hostname, `${path}.hostname`, checkDnsLabel),
  ...validateName(spec.subdomain, `${path}.subdomain`, checkDnsLabel),
  ...validateTolerations(spec.tolerations, `${path}.tolerations`),
  ...validateHostAliases(spec.hostAliases, `${path}.hostAliases`),
  ...validateName(spec.priorityClassName, `${path}.priorityClassName`, checkDnsSubdomain),
  ...(spec.runtimeClassName === undefined
    ? []
    : invalid(`${path}.runtimeClassName`, spec.runtimeClassName, checkDnsSubdomain(spec.runtimeClassName))),
  ...(spec.preemptionPolicy === undefined
    ? []
    : validateOneOf(spec.preemptionPolicy, `${path}.preemptionPolicy`, ['PreemptLowerPriority', 'Never'])),
  ...(spec.overhead ? validateContainerResources({ limits: spec.overhead }, `${path}.overhead`, []) : []),
  ...validateOperatingSystem(spec, `${path}.os`),
]

const validateName = (
  name: string | undefined,
  path: string,
  check: (name: string) => readonly string[],
): FieldError[] => (name ? invalid(path, name, check(name)) : [])

function validateOperatingSystem({ os }: PodSpec, path: string): FieldError[] {
  if (os === undefined) return []
  if (!os.name) return [fieldError.required(`${path}.name`)]
  return validateOneOf(os.name, path, ['linux', 'windows'])
}

const validateHostAliases = (aliases: readonly HostAlias[] | undefined, path: string): FieldError[] =>
  validateEach(aliases, path, ({ ip, hostnames }, at) => [
    ...validateIp(ip, `${at}.ip`),
    ...validateEach(hostnames, `${at}.hostnames`, (name, each) => invalid(each, name, checkDnsSubdomain(name))),
  ])

/** With host networking, what a container listens on is a port of the node. */
function validateHostNetworkPorts(
  { hostNetwork, containers = [] }: PodSpec,
  path: string,
  isPod: boolean,
): FieldError[] {
  if (!hostNetwork) return []
  return validateEach(containers, path, ({ ports }, at) =>
    validateEach(ports, `${at}.ports`, ({ containerPort, hostPort = 0 }, each) =>
      (isPod || hostPort !== 0) && hostPort !== containerPort
        ? [fieldError.invalid(`${each}.hostPort`, hostPort, 'must match `containerPort` when `hostNetwork` is true')]
        : [],
    ),
  )
}

function validateSchedulingGates(gates: readonly PodSchedulingGate[] | undefined, path: string): FieldError[] {
  const seen = new Set<string>()
  return validateEach(gates, path, ({ name }, at) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    return [...invalid(at, name, checkQualifiedName(name)), ...(isRepeated ? [fieldError.duplicate(at, name)] : [])]
  })
}

function validateResourceClaims(claims: readonly PodResourceClaim[] | undefined, path: string): FieldError[] {
  const seen = new Set<string>()
  return validateEach(claims, path, ({ name, resourceClaimName, resourceClaimTemplateName }, at) => {
    const errors = name ? [] : [fieldError.required(`${at}.name`)]
    if (name && seen.has(name)) errors.push(fieldError.duplicate(`${at}.name`, name))
    else if (name) errors.push(...invalid(`${at}.name`, name, checkDnsLabel(name)))
    seen.add(name)
    return [...errors, ...validateClaimSource(resourceClaimName, resourceClaimTemplateName, at)]
  })
}

function validateClaimSource(claim: string | undefined, template: string | undefined, path: string): FieldError[] {
  const both = { resourceClaimName: claim, resourceClaimTemplateName: template }
  if (claim !== undefined && template !== undefined) {
    const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'
    return [fieldError.invalid(path, both, detail)]
  }
  if (claim === undefined && template === undefined) {
    return [fieldError.invalid(path, both, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')]
  }
  return [
    ...validateName(claim, `${path}.resourceClaimName`, checkDnsSubdomain),
    ...validateName(template, `${path}.resourceClaimTemplateName`, checkDnsSubdomain),
  ]
}

/** A user namespace of its own does not go with other namespaces of the node. */
function validateHostUsers({ hostUsers, hostNetwork, hostPID, hostIPC }: PodSpec, path: string): FieldError[] {
  if (hostUsers !== false) return []
  const shared = { hostNetwork, HostPID: hostPID, HostIPC: hostIPC }
  return Object.entries(shared)
    .filter(([, isShared]) => isShared)
    .map(([field]) => fieldError.forbidden(`${path}.${field}`, 'when `hostUsers` is false'))
}

function validateHostnameOverride(
  { hostnameOverride, setHostnameAsFQDN, hostNetwork }: PodSpec,
  path: string,
): FieldError[] {
  if (hostnameOverride === undefined) return []
  return [
    ...(setHostnameAsFQDN ? [fieldError.forbidden(path, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [fieldError.forbidden(path, 'may not be specified when hostNetwork is true')] : []),
    ...(hostnameOverride.length > 64 ? [fieldError.tooLong(path, 64)] : []),
    ...invalid(path, hostnameOverride, checkDnsSubdomain(hostnameOverride)),
  ]
}

/** Environment files live in an empty directory of the pod. */
function validateFileKeys(spec: PodSpec, path: string): FieldError[] {
  if (!everyContainer(spec).some(({ env }) => env?.some(({ valueFrom }) => valueFrom?.fileKeyRef))) return []
  const lists = {
    initContainers: spec.initContainers,
    containers: spec.containers,
    ephemeralContainers: spec.ephemeralContainers,
  }
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]))
  return Object.entries(lists).flatMap(([list, containers]) =>
    validateEach(containers, `${path}.${list}`, ({ env }, at) =>
      validateEach(env, `${at}.env`, ({ valueFrom }, each) => {
        const name = valueFrom?.fileKeyRef?.volumeName
        if (name === undefined || volumes.get(name)?.emptyDir) return []
        const where = `${each}.valueFrom.fileKeyRef.volumeName`
        return volumes.has(name)
          ? [fieldError.invalid(where, name, 'referenced volume must be of type emptyDir')]
          : [fieldError.notFound(where, name)]
      }),
    ),
  )
}
