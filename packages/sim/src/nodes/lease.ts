import { Lease, type Node } from '@skep/api'
import { formatMicroTime } from '@skep/base'
import { isObjectMissing, type Stored } from '@skep/client'
import { FIELD_MANAGER, type NodeApi } from './node-api.ts'

const NAMESPACE = 'kube-node-lease'
/** A node that does not renew its lease for this long counts as lost. */
const LEASE_SECONDS = 40

/** Makes the lease by which a node says that it is alive; false when there is one. */
export function createLease(
  { client, clock }: NodeApi,
  { metadata: { name, uid } }: Stored<Node>,
  signal: AbortSignal,
): Promise<boolean> {
  const lease = {
    metadata: { name, namespace: NAMESPACE, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
    spec: {
      holderIdentity: name,
      leaseDurationSeconds: LEASE_SECONDS,
      renewTime: formatMicroTime(clock.now()),
    },
  }
  return client.createIfMissing(Lease, lease, { signal, fieldManager: FIELD_MANAGER })
}

/** Says that a node is alive; false when it has no lease. */
export async function renewLease(
  { client, clock }: NodeApi,
  { metadata: { name } }: Stored<Node>,
  signal: AbortSignal,
): Promise<boolean> {
  const body = { spec: { holderIdentity: name, renewTime: formatMicroTime(clock.now()) } }
  try {
    const options = { signal, fieldManager: FIELD_MANAGER }
    await client.patchUnread(Lease, { namespace: NAMESPACE, name }, { type: 'merge', body }, options)
    return true
  } catch (error) {
    if (isObjectMissing(error)) return false
    throw error
  }
}
