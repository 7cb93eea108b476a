import { type FieldError, fieldError } from '@skep/schema'
import { checkHttpHeaderName } from '../meta/names.ts'
import { invalid, validateNonNegative, validateOneOf, validatePort } from '../meta/validation.ts'
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe, SleepAction } from './probe.ts'

/** The actions of probes and lifecycle handlers together. */
type Handler = Probe & LifecycleHandler

/** Everything wrong with the three probes of a container and with its lifecycle. `gracePeriod` is that of the pod. */
export function validateProbes(
  { lifecycle, livenessProbe, readinessProbe, startupProbe }: ContainerProbes,
  path: string,
  gracePeriod: number | undefined,
): FieldError[] {
  return [
    ...validateLifecycle(lifecycle, `${path}.lifecycle`, gracePeriod),
    ...validateOneSuccessProbe(livenessProbe, `${path}.livenessProbe`, gracePeriod),
    ...validateReadinessProbe(readinessProbe, `${path}.readinessProbe`, gracePeriod),
    ...validateOneSuccessProbe(startupProbe, `${path}.startupProbe`, gracePeriod),
  ]
}

interface ContainerProbes {
  lifecycle?: Lifecycle
  livenessProbe?: Probe
  readinessProbe?: Probe
  startupProbe?: Probe
}

function validateLifecycle(lifecycle: Lifecycle | undefined, path: string, gracePeriod?: number): FieldError[] {
  const { postStart, preStop } = lifecycle ?? {}
  return [
    ...(postStart ? validateHandler(postStart, `${path}.postStart`, gracePeriod) : []),
    ...(preStop ? validateHandler(preStop, `${path}.preStop`, gracePeriod) : []),
  ]
}

/** Liveness and startup are decided by a single success. */
function validateOneSuccessProbe(probe: Probe | undefined, path: string, gracePeriod?: number): FieldError[] {
  if (probe === undefined) return []
  const errors = validateProbe(probe, path, gracePeriod)
  if (probe.successThreshold !== 1) {
    errors.push(fieldError.invalid(`${path}.successThreshold`, probe.successThreshold ?? 0, 'must be 1'))
  }
  return errors
}

function validateReadinessProbe(probe: Probe | undefined, path: string, gracePeriod?: number): FieldError[] {
  if (probe === undefined) return []
  const errors = validateProbe(probe, path, gracePeriod)
  if (probe.terminationGracePeriodSeconds !== undefined) {
    const at = `${path}.terminationGracePeriodSeconds`
    errors.push(fieldError.invalid(at, probe.terminationGracePeriodSeconds, 'must not be set for readinessProbes'))
  }
  return errors
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const

function validateProbe(probe: Probe, path: string, gracePeriod: number | undefined): FieldError[] {
  const errors = validateHandler(probe, path, gracePeriod)
  for (const field of COUNTS) errors.push(...validateNonNegative(probe[field], `${path}.${field}`))
  const { terminationGracePeriodSeconds: seconds } = probe
  if (seconds !== undefined && seconds <= 0) {
    errors.push(fieldError.invalid(`${path}.terminationGracePeriodSeconds`, seconds, 'must be greater than 0'))
  }
  return errors
}

/** Exactly one action. Those after the first are refused unseen. */
function validateHandler(handler: Handler, path: string, gracePeriod: number | undefined): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler
  const actions: [string, (() => FieldError[]) | undefined][] = [
    ['exec', exec && (() => (exec.command?.length ? [] : [fieldError.required(`${path}.exec.command`)]))],
    ['httpGet', httpGet && (() => validateHttpGet(httpGet, `${path}.httpGet`))],
    ['tcpSocket', tcpSocket && (() => validatePort(tcpSocket.port ?? 0, `${path}.tcpSocket.port`))],
    ['grpc', grpc && (() => validatePort(grpc.port ?? 0, `${path}.grpc.port`))],
    ['sleep', sleep && (() => validateSleep(sleep, `${path}.sleep`, gracePeriod))],
  ]
  const given = actions.filter(([, validate]) => validate !== undefined)
  if (given.length === 0) return [fieldError.required(path, 'must specify a handler type')]
  return given.flatMap(([name, validate], index) =>
    index === 0
      ? (validate?.() ?? [])
      : [fieldError.forbidden(`${path}.${name}`, 'may not specify more than 1 handler type')],
  )
}

const validateHttpGet = ({ path: target, port, scheme, httpHeaders }: HTTPGetAction, path: string): FieldError[] => [
  ...(target ? [] : [fieldError.required(`${path}.path`)]),
  ...validatePort(port ?? 0, `${path}.port`),
  ...validateOneOf(scheme, `${path}.scheme`, ['HTTP', 'HTTPS']),
  ...(httpHeaders ?? []).flatMap(({ name }) => invalid(`${path}.httpHeaders`, name, checkHttpHeaderName(name))),
]

function validateSleep({ seconds }: SleepAction, path: string, gracePeriod: number | undefined): FieldError[] {
  if (gracePeriod === undefined || (seconds >= 0 && seconds <= gracePeriod)) return []
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`
  return [fieldError.invalid(path, seconds, detail)]
}
