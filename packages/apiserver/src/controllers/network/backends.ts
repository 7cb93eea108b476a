import type { Pod, Service, ServicePort } from '@skep/api'
import { inNamespace, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isDeleted, isFinished, isReady } from '../workloads/pods/pod-state.ts'

/** A port of a pod that stands behind a port of a service. */
export interface BackendPort {
  readonly name: string
  readonly protocol: string
  readonly port: number
  readonly appProtocol: string | undefined
}

/** A pod that stands behind a service. */
export interface Backend {
  readonly pod: Pod
  /** Addresses of the pod, of all families. */
  readonly addresses: readonly string[]
  readonly ports: readonly BackendPort[]
  /** Whether it takes traffic; a service may want pods that are not ready all the same. */
  readonly isReady: boolean
  readonly isServing: boolean
  readonly isTerminating: boolean
  readonly hostname: string | undefined
}

export const isHeadless = ({ spec }: Service): boolean => spec?.clusterIP === 'None'

/** Whether a controller finds the backends of a service, rather than its owner. */
export const hasSelector = ({ spec }: Service): boolean =>
  spec?.selector !== undefined && Object.keys(spec.selector).length > 0 && spec.type !== 'ExternalName'

/** Whether a service selects a pod. */
export const selects = (service: Service, { metadata }: Pod): boolean =>
  hasSelector(service) &&
  Object.entries(service.spec?.selector ?? {}).every(([key, value]) => metadata.labels?.[key] === value)

/** The pods behind a service that have an address, those on their way out among them. */
export function backendsOf(indexes: WorkloadIndexes, clusterId: string, service: Service): Backend[] {
  return indexes.pods
    .find(clusterId, inNamespace(service.metadata.namespace ?? ''))
    .filter((pod) => selects(service, pod) && !isFinished(pod) && addressesOf(pod).length > 0)
    .map((pod) => backendFor(service, pod))
}

function backendFor(service: Service, pod: Pod): Backend {
  const publishes = service.spec?.publishNotReadyAddresses === true
  const isServing = isReady(pod)
  return {
    pod,
    addresses: addressesOf(pod),
    ports: (service.spec?.ports ?? []).flatMap((port) => portFor(port, pod)),
    isReady: publishes || (isServing && !isDeleted(pod)),
    isServing,
    isTerminating: isDeleted(pod),
    hostname: hasHostName(service, pod) ? pod.spec?.hostname : undefined,
  }
}

const hasHostName = ({ metadata }: Service, { spec }: Pod): boolean =>
  Boolean(spec?.hostname) && spec?.subdomain === metadata.name

function addressesOf({ status }: Pod): string[] {
  const listed = (status?.podIPs ?? []).map(({ ip }) => ip)
  return listed.length > 0 ? listed : status?.podIP ? [status.podIP] : []
}

/** None when the service names a port that the pod does not have. */
function portFor({ name = '', protocol = 'TCP', port, targetPort, appProtocol }: ServicePort, pod: Pod): BackendPort[] {
  const number = typeof targetPort === 'string' ? namedPort(pod, targetPort, protocol) : targetPort || port
  return number === undefined ? [] : [{ name, protocol, port: number, appProtocol }]
}

function namedPort({ spec }: Pod, name: string, protocol: string): number | undefined {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  return [...(spec?.containers ?? []), ...sidecars]
    .flatMap(({ ports = [] }) => ports)
    .find((port) => port.name === name && (port.protocol ?? 'TCP') === protocol)?.containerPort
}

/** How endpoints refer to a pod. */
export const targetOf = ({ metadata }: Pod): { kind: string; namespace: string; name: string; uid: string } => ({
  kind: 'Pod',
  namespace: metadata.namespace ?? '',
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
})
