import { DaemonSet } from '@skep/api'
import { LABELS } from '../names.js'
import { controllerOf, isDeleting } from '../objects.js'

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror'
/** On a node that is not heard of, pods on their way count as gone after this. */
const UNREACHABLE_GRACE_MS = 1_000
/** Decides on every pod of a node. */
export async function sortPods(client, pods, { unreachable, now }) {
  const sorted = { evicted: [], going: [], awaited: [], left: [] }
  for (const pod of [...pods].sort(compareNames)) {
    const gone =
      unreachable && isDeleting(pod) && now - Date.parse(pod.metadata.deletionTimestamp) > UNREACHABLE_GRACE_MS
    if (gone || (await isLeft(client, pod))) sorted.left.push(pod)
    else if (pod.metadata.labels?.[LABELS.drain] === 'wait-completed') sorted.awaited.push(pod)
    else if (isDeleting(pod)) sorted.going.push(pod)
    else sorted.evicted.push(pod)
  }
  return sorted
}
/** Pods that come back at once, that no API can stop, or that somebody wants to stay. */
async function isLeft(client, pod) {
  const { annotations, labels, namespace } = pod.metadata
  if (annotations?.[MIRROR_ANNOTATION] !== undefined || labels?.[LABELS.drain]?.toLowerCase() === 'skip') return true
  const owner = controllerOf(pod)
  if (owner?.kind !== 'DaemonSet' || isFinished(pod)) return false
  return (await client.get(DaemonSet, { namespace, name: owner.name })) !== undefined
}
const isFinished = ({ status }) => status?.phase === 'Succeeded' || status?.phase === 'Failed'
const compareNames = (a, b) => (podName(a) < podName(b) ? -1 : 1)
/** A pod as messages name it. */
export const podName = ({ metadata }) => `${metadata.namespace}/${metadata.name}`
//# sourceMappingURL=drained-pods.js.map
