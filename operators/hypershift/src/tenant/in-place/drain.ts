import { Node, Pod } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, Stored } from '@skep/client'

const EVICTION = { apiVersion: 'policy/v1', kind: 'Eviction' }

/** Keeps new pods from a node, or lets them come again. Gives the node as it then is. */
export async function setUnschedulable(client: Client, node: Stored<Node>, unschedulable: boolean) {
  if ((node.spec?.unschedulable ?? false) === unschedulable) return node
  return client.patch(Node, node.metadata, {
    type: 'merge',
    body: { metadata: { resourceVersion: node.metadata.resourceVersion }, spec: { unschedulable } },
  })
}

/** Asks all pods to leave a node, but those that belong on it. True when none is left. */
export async function drain(client: Client, { metadata: { name } }: Stored<Node>): Promise<boolean> {
  const { items } = await client.list(Pod, { fieldSelector: `spec.nodeName=${name}` })
  const leaving = items.filter((pod) => !staysOnNode(pod))
  for (const pod of leaving) if (!pod.metadata.deletionTimestamp) await evict(client, pod)
  return leaving.length === 0
}

const staysOnNode = ({ metadata, status }: Pod): boolean =>
  status?.phase === 'Succeeded' ||
  status?.phase === 'Failed' ||
  metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined ||
  (metadata.ownerReferences ?? []).some(({ kind, controller }) => controller && kind === 'DaemonSet')

async function evict(client: Client, { metadata: { namespace = '', name } }: Stored<Pod>): Promise<void> {
  try {
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`
    await client.raw({ method: 'POST', path, body: { ...EVICTION, metadata: { namespace, name } } })
  } catch (error) {
    // A budget that does not allow it now may do so later; a pod that is gone has left.
    if (!hasReason(error, 'TooManyRequests') && !hasReason(error, 'NotFound')) throw error
  }
}
