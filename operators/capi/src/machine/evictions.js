import { StatusError } from '@skep/base'
import { isObjectMissing } from '@skep/client'
import { podName } from './drained-pods.js'

const BUDGET_REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget."
/** Asks pods to go. */
export async function evictPods(client, { evicted, going, awaited }, deleteOptions) {
  const gone = [...going]
  const refused = new Map()
  for (const pod of evicted) {
    const outcome = await evictPod(client, pod, deleteOptions)
    if (outcome === 'going') gone.push(pod)
    else if (outcome !== 'missing') refused.set(outcome.refusal, [...(refused.get(outcome.refusal) ?? []), pod])
  }
  return { going: gone, refused, awaited }
}
async function evictPod(client, { metadata: { namespace, name } }, deleteOptions) {
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name }, deleteOptions }
  try {
    await client.raw({ method: 'POST', path, body })
    return 'going'
  } catch (error) {
    if (isObjectMissing(error)) return 'missing'
    if (!(error instanceof StatusError)) throw error
    return { refusal: refusalOf(error) }
  }
}
/** What the server says, with the budget that is short. */
function refusalOf(error) {
  if (error.reason !== 'TooManyRequests') return `failed to evict Pod, ${error.message}`
  const causes = (error.details?.causes ?? []).map(({ message }) => message).join(',')
  const text = causes === '' ? error.message : `${error.message} ${causes}`
  return text.startsWith(BUDGET_REFUSAL) ? `c${text.slice(1)}` : `failed to evict Pod, ${text}`
}
/** Pods that are named; others are counted. */
const NAMED_PODS = 3
/** What a drain waits for, for people. */
export function drainMessage({ going, refused, awaited }, since) {
  const lines = [`Drain not completed yet (started at ${since}):`]
  if (going.length > 0) lines.push(line(going, 'deletionTimestamp set, but still not removed from the Node'))
  for (const refusal of [...refused.keys()].sort()) lines.push(line(refused.get(refusal) ?? [], refusal))
  if (awaited.length > 0) lines.push(line(awaited, 'waiting for completion'))
  return lines.join('\n')
}
const line = (pods, text) => `* ${pods.length > 1 ? 'Pods' : 'Pod'} ${listPods(pods)}: ${text}`
function listPods(pods) {
  const names = pods.slice(0, NAMED_PODS).map(podName).join(', ')
  const others = pods.length - NAMED_PODS
  return others > 0 ? `${names}, ... (${others} more)` : names
}
//# sourceMappingURL=evictions.js.map
