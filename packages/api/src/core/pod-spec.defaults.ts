import { formatQuantity, parseQuantity } from '@skep/schema'
import type { Container, EphemeralContainer } from './container.ts'
import { imagePullPolicyOf } from './image.ts'
import type { PodSpec, PodTemplateSpec } from './pod-spec.ts'
import type { HTTPGetAction, LifecycleHandler, Probe } from './probe.ts'
import { defaultVolume } from './volume.defaults.ts'

/** Fills in a pod template in place, as every workload has one. */
export function defaultPodTemplate(template: PodTemplateSpec): void {
  template.metadata ??= {}
  // A template without containers is refused later; until then it has the shape of one.
  template.spec ??= { containers: [] }
  defaultPodSpec(template.spec)
}

/** Fills in, in place, what a pod spec says by itself, in a pod as in a template. */
export function defaultPodSpec(spec: PodSpec): void {
  // Whoever looks at a pod before it is validated finds a list, as the type promises.
  spec.containers ??= []
  const account = spec.serviceAccountName || spec.serviceAccount
  if (account) {
    spec.serviceAccountName = account
    spec.serviceAccount = account
  }
  spec.dnsPolicy ||= 'ClusterFirst'
  spec.restartPolicy ||= 'Always'
  spec.securityContext ??= {}
  spec.terminationGracePeriodSeconds ??= 30
  spec.schedulerName ||= 'default-scheduler'
  for (const volume of spec.volumes ?? []) defaultVolume(volume)
  for (const container of everyContainer(spec)) defaultContainer(container)
  if (spec.overhead) roundResources(spec.overhead)
  if (spec.resources) roundRequirements(spec.resources)
}

/** The containers of a pod in the order init, normal, ephemeral. */
export const everyContainer = (spec: PodSpec): (Container | EphemeralContainer)[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
]

function defaultContainer(container: Container | EphemeralContainer): void {
  container.imagePullPolicy ||= imagePullPolicyOf(container.image)
  container.terminationMessagePath ||= '/dev/termination-log'
  container.terminationMessagePolicy ||= 'File'
  container.resources ??= {}
  roundRequirements(container.resources)
  for (const port of container.ports ?? []) port.protocol ||= 'TCP'
  for (const { valueFrom } of container.env ?? []) if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= 'v1'
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.resourceFieldRef) valueFrom.resourceFieldRef.divisor ||= '0'
  }
  defaultProbe(container.livenessProbe)
  defaultProbe(container.readinessProbe)
  defaultProbe(container.startupProbe)
  defaultHandler(container.lifecycle?.postStart)
  defaultHandler(container.lifecycle?.preStop)
}

function defaultProbe(probe: Probe | undefined): void {
  if (probe === undefined) return
  probe.timeoutSeconds ||= 1
  probe.periodSeconds ||= 10
  probe.successThreshold ||= 1
  probe.failureThreshold ||= 3
  defaultHttpGet(probe.httpGet)
}

const defaultHandler = (handler: LifecycleHandler | undefined): void => defaultHttpGet(handler?.httpGet)

function defaultHttpGet(action: HTTPGetAction | undefined): void {
  if (action === undefined) return
  action.path ||= '/'
  action.scheme ||= 'HTTP'
}

function roundRequirements({ limits, requests }: { limits?: ResourceList; requests?: ResourceList }): void {
  if (limits) roundResources(limits)
  if (requests) roundResources(requests)
}

/** Amounts by resource name. */
export type ResourceList = Record<string, string>

const MILLI = 1_000_000n

/** Resources are counted in thousandths; anything finer is rounded up. */
export function roundResources(resources: ResourceList): void {
  for (const [name, text] of Object.entries(resources)) {
    if (!/[nu.eE]/.test(text)) continue
    const { nanos, notation } = parseQuantity(text)
    if (nanos % MILLI === 0n) continue
    const rounded = (nanos / MILLI + (nanos > 0n ? 1n : 0n)) * MILLI
    resources[name] = formatQuantity({ nanos: rounded, notation })
  }
}
