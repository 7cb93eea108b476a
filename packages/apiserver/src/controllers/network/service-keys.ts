import type { Pod, Service } from '@skep/api'
import type { ObjectKey } from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import type { ObjectIndex } from '../object-index.ts'
import { inNamespace } from '../workloads/indexes.ts'
import { isReady } from '../workloads/pods/pod-state.ts'
import { selects } from './backends.ts'

/** Keys of the services that a change of a pod concerns: those that select it now or did before. */
export function serviceKeys(services: ObjectIndex<Service>, event: ObjectEvent): ObjectKey[] {
  const { clusterId, namespace, type } = event
  const after = type === 'put' ? (event.object as Pod) : undefined
  const before = event.previous as Pod | undefined
  const candidates = services.find(clusterId, inNamespace(namespace))
  if (candidates.length === 0 || (after && before && lookOf(after) === lookOf(before))) return []
  return candidates
    .filter((service) => [after, before].some((pod) => pod && selects(service, pod)))
    .map(({ metadata }) => ({ clusterId, namespace, name: metadata.name ?? '' }))
}

/** What services see of a pod. */
const lookOf = (pod: Pod): string =>
  JSON.stringify([
    pod.metadata.labels,
    pod.metadata.deletionTimestamp,
    pod.status?.phase,
    pod.status?.podIPs ?? pod.status?.podIP,
    pod.spec?.nodeName,
    isReady(pod),
  ])
