import { DaemonSet, type Pod } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { LABELS } from '../names.ts'
import { controllerOf, isDeleting } from '../objects.ts'

/** What becomes of the pods of a node that is drained. */
export interface SortedPods {
  /** Asked to go. */
  readonly evicted: Stored<Pod>[]
  /** On their way already. */
  readonly going: Stored<Pod>[]
  /** Waited for, until they are done. */
  readonly awaited: Stored<Pod>[]
  /** Left where they are. */
  readonly left: Stored<Pod>[]
}

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror'
/** On a node that is not heard of, pods on their way count as gone after this. */
const UNREACHABLE_GRACE_MS = 1_000

/** Decides on every pod of a node. */
export async function sortPods(
  { clock, sightings }: Ctx,
  client: Client,
  pods: readonly Stored<Pod>[],
  { unreachable }: { readonly unreachable: boolean },
): Promise<SortedPods> {
  const sorted: SortedPods = { evicted: [], going: [], awaited: [], left: [] }
  for (const pod of [...pods].sort(compareNames)) {
    const gone = unreachable && isDeleting(pod) && clock.now() - sightings.deletedAt(pod) > UNREACHABLE_GRACE_MS
    if (gone || (await isLeft(client, pod))) sorted.left.push(pod)
    else if (pod.metadata.labels?.[LABELS.drain] === 'wait-completed') sorted.awaited.push(pod)
    else if (isDeleting(pod)) sorted.going.push(pod)
    else sorted.evicted.push(pod)
  }
  return sorted
}

/** Pods that come back at once, that no API can stop, or that somebody wants to stay. */
async function isLeft(client: Client, pod: Stored<Pod>): Promise<boolean> {
  const { annotations, labels, namespace } = pod.metadata
  if (annotations?.[MIRROR_ANNOTATION] !== undefined || labels?.[LABELS.drain]?.toLowerCase() === 'skip') return true
  const owner = controllerOf(pod)
  if (owner?.kind !== 'DaemonSet' || isFinished(pod)) return false
  return (await client.get(DaemonSet, { namespace, name: owner.name })) !== undefined
}

const isFinished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

const compareNames = (a: Stored<Pod>, b: Stored<Pod>): number => (podName(a) < podName(b) ? -1 : 1)

/** A pod as messages name it. */
export const podName = ({ metadata }: Stored<Pod>): string => `${metadata.namespace}/${metadata.name}`
