import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsLabel, checkPortName } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validatePortNumber } from '../meta/validation.ts'
import type {
  Container,
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  EphemeralContainer,
} from './container.ts'
import { validateMounts } from './container-mounts.validate.ts'
import { validateEnv, validateEnvFrom } from './env.validate.ts'
import { validateProbes } from './probe.validate.ts'
import { validateContainerResources } from './resources.validate.ts'
import { validateSecurityContext } from './security.validate.ts'
import type { Volume } from './volume.ts'
import { validatePullPolicy } from './volume.validate.ts'

/** What the checks of a container need to know of its pod. */
export interface PodFacts {
  volumes: ReadonlyMap<string, Volume>
  claimNames: readonly string[]
  gracePeriod: number | undefined
  restartPolicy: string | undefined
  /** False when the pod has a user namespace of its own. */
  hostUsers: boolean
}

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError']

/** Everything wrong with the normal containers of a pod. There is at least one. */
export function validateContainers(containers: readonly Container[], path: string, pod: PodFacts): FieldError[] {
  if (containers.length === 0) return [fieldError.required(path)]
  const names = new Set<string>()
  return [
    ...validateEach(containers, path, (container, at) => [
      ...validateCommon(container, at, pod),
      ...validateUniqueName(container.name, `${at}.name`, names),
      ...validateProbes(container, at, pod.gracePeriod),
      ...validateRestartPolicy(container, at),
    ]),
    ...validateHostPorts(containers, path),
  ]
}

function validateUniqueName(name: string, path: string, names: Set<string>): FieldError[] {
  const isTaken = names.has(name)
  names.add(name)
  return isTaken ? [fieldError.duplicate(path, name)] : []
}

/** Everything wrong with init containers. Those that restart always are sidecars and may have probes. */
export function validateInitContainers(
  initContainers: readonly Container[] | undefined,
  containers: readonly Container[],
  path: string,
  pod: PodFacts,
): FieldError[] {
  const names = new Set(containers.map(({ name }) => name))
  return validateEach(initContainers, path, (container, at) => [
    ...validateCommon(container, at, pod),
    ...validateRestartPolicy(container, at),
    ...(names.has(container.name) || container.name ? validateUniqueName(container.name, `${at}.name`, names) : []),
    ...validateHostPorts([container], path),
    ...(container.restartPolicy === 'Always'
      ? validateProbes(container, at, pod.gracePeriod)
      : validateNoProbes(container, at)),
  ])
}

const validateNoProbes = (container: Container, path: string): FieldError[] => [
  ...(['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const)
    .filter((field) => container[field] !== undefined)
    .map((field) =>
      fieldError.forbidden(`${path}.${field}`, 'may not be set for init containers without restartPolicy=Always'),
    ),
  ...validateEach(container.resizePolicy, `${path}.resizePolicy`, ({ restartPolicy }, at) =>
    restartPolicy === 'RestartContainer'
      ? [
          fieldError.invalid(
            `${at}.restartPolicy`,
            restartPolicy,
            "must not be set to 'RestartContainer' for non-sidecar initContainers",
          ),
        ]
      : [],
  ),
]

const EPHEMERAL_FORBIDDEN = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const

/** Everything wrong with containers that were added to look into a pod. */
export function validateEphemeralContainers(
  ephemeralContainers: readonly EphemeralContainer[] | undefined,
  others: readonly Container[],
  path: string,
  pod: PodFacts,
): FieldError[] {
  const otherNames = new Set(others.map(({ name }) => name))
  const names = new Set(otherNames)
  const detail = 'cannot be set for an Ephemeral Container'
  return validateEach(ephemeralContainers, path, (container, at) => [
    ...validateCommon(container, at, pod),
    ...validateImageSpaces(container, at),
    ...validateUniqueName(container.name, `${at}.name`, names),
    ...(container.targetContainerName && !otherNames.has(container.targetContainerName)
      ? [fieldError.notFound(`${at}.targetContainerName`, container.targetContainerName)]
      : []),
    ...EPHEMERAL_FORBIDDEN.filter((field) => isSet(container[field])).map((field) =>
      fieldError.forbidden(`${at}.${field}`, detail),
    ),
    ...validateEach(container.volumeMounts, `${at}.volumeMounts`, (mount, each) =>
      (['subPath', 'subPathExpr'] as const)
        .filter((field) => mount[field])
        .map((field) => fieldError.forbidden(`${each}.${field}`, detail)),
    ),
  ])
}

/** An empty structure, such as `resources: {}`, is what everyone has. */
const isSet = (value: unknown): boolean =>
  value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Pods, unlike templates, refuse blanks around the name of an image. */
export const validateImageSpaces = ({ image = '' }: { image?: string }, path: string): FieldError[] =>
  image === image.trim()
    ? []
    : [fieldError.invalid(`${path}.image`, image, 'must not have leading or trailing whitespace')]

function validateCommon(container: Container | EphemeralContainer, path: string, pod: PodFacts): FieldError[] {
  const { name, image, terminationMessagePolicy } = container
  return [
    ...(name ? invalid(`${path}.name`, name, checkDnsLabel(name)) : [fieldError.required(`${path}.name`)]),
    ...(image ? [] : [fieldError.required(`${path}.image`)]),
    ...(terminationMessagePolicy
      ? validateOneOf(terminationMessagePolicy, `${path}.terminationMessagePolicy`, MESSAGE_POLICIES)
      : [fieldError.required(`${path}.terminationMessagePolicy`)]),
    ...validatePorts(container.ports, `${path}.ports`),
    ...validateEnv(container.env, `${path}.env`),
    ...validateEnvFrom(container.envFrom, `${path}.envFrom`),
    ...validateMounts(container, path, pod.volumes),
    ...validatePullPolicy(container.imagePullPolicy, `${path}.imagePullPolicy`),
    ...validateContainerResources(container.resources, `${path}.resources`, pod.claimNames),
    ...validateResizePolicies(container.resizePolicy, `${path}.resizePolicy`, pod),
    ...validateSecurityContext(container.securityContext, `${path}.securityContext`, pod),
  ]
}

function validatePorts(ports: readonly ContainerPort[] | undefined, path: string): FieldError[] {
  const names = new Set<string>()
  return validateEach(ports, path, ({ name, containerPort, hostPort, protocol }, at) => [
    ...(name ? validatePortName(name, `${at}.name`, names) : []),
    ...(containerPort
      ? validatePortNumber(containerPort, `${at}.containerPort`)
      : [fieldError.required(`${at}.containerPort`)]),
    ...(hostPort ? validatePortNumber(hostPort, `${at}.hostPort`) : []),
    ...(protocol
      ? validateOneOf(protocol, `${at}.protocol`, ['SCTP', 'TCP', 'UDP'])
      : [fieldError.required(`${at}.protocol`)]),
  ])
}

function validatePortName(name: string, path: string, names: Set<string>): FieldError[] {
  const errors = invalid(path, name, checkPortName(name))
  return errors.length > 0 ? errors : validateUniqueName(name, path, names)
}

/** No two containers can have the same port of the node. */
function validateHostPorts(containers: readonly Container[], path: string): FieldError[] {
  const taken = new Set<string>()
  return validateEach(containers, path, ({ ports }, at) =>
    validateEach(ports, `${at}.ports`, ({ protocol, hostIP = '', hostPort }, each) =>
      hostPort ? validateUniqueName(`${protocol}/${hostIP}/${hostPort}`, `${each}.hostPort`, taken) : [],
    ),
  )
}

function validateResizePolicies(
  policies: readonly ContainerResizePolicy[] | undefined,
  path: string,
  pod: PodFacts,
): FieldError[] {
  const names = new Set<string>()
  return validateEach(policies, path, ({ resourceName, restartPolicy }, at) => {
    const errors = validateUniqueName(resourceName, at, names)
    errors.push(...(resourceName ? validateOneOf(resourceName, path, ['cpu', 'memory']) : [fieldError.required(path)]))
    errors.push(
      ...(restartPolicy
        ? validateOneOf(restartPolicy, path, ['NotRequired', 'RestartContainer'])
        : [fieldError.required(path)]),
    )
    if (pod.restartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      const detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'"
      errors.push(fieldError.invalid(path, restartPolicy, detail))
    }
    return errors
  })
}

function validateRestartPolicy({ restartPolicy, restartPolicyRules = [] }: Container, path: string): FieldError[] {
  const at = `${path}.restartPolicyRules`
  const errors: FieldError[] = []
  if (restartPolicy !== undefined) {
    errors.push(...validateOneOf(restartPolicy, `${path}.restartPolicy`, ['Always', 'Never', 'OnFailure']))
  } else if (restartPolicyRules.length > 0) {
    const detail = 'must specify restartPolicy when restart rules are used'
    errors.push(fieldError.required(`${path}.restartPolicy`, detail))
  }
  if (restartPolicyRules.length > 20) errors.push(fieldError.tooMany(at, restartPolicyRules.length, 20))
  return [...errors, ...validateEach(restartPolicyRules, at, validateRestartRule)]
}

function validateRestartRule({ action, exitCodes }: ContainerRestartRule, path: string): FieldError[] {
  const errors = validateOneOf(action, `${path}.action`, ['Restart', 'RestartAllContainers'])
  if (exitCodes === undefined) return [...errors, fieldError.required(`${path}.exitCodes`, 'must be specified')]
  const { operator, values = [] } = exitCodes
  return [
    ...errors,
    ...validateOneOf(operator, `${path}.exitCodes.operator`, ['In', 'NotIn']),
    ...(values.length > 255 ? [fieldError.tooMany(`${path}.exitCodes.values`, values.length, 255)] : []),
  ]
}
