import { HostedCluster, Namespace } from '@skep/api'
import { namespaceOf } from '../manifests/order.ts'
import { type Observed, observationOf } from '../observe/observed.ts'
import { type HostedScope, hostedRef } from './scope.ts'

/** Takes a hosted cluster one step further down: HostedCluster, then namespace. Undefined when nothing is left. */
export async function removeHosted({ order, session, signal }: HostedScope): Promise<Observed | undefined> {
  const { hive: client } = session.clients
  const ref = hostedRef(order)
  const hosted = session.hostedClusters.get(ref) ?? (await client.get(HostedCluster, ref, { signal }))
  if (hosted?.metadata.deletionTimestamp !== undefined) return going(`HostedCluster ${ref.namespace}/${ref.name}`)
  if (hosted && (await client.delete(HostedCluster, ref, { signal }))) {
    return going(`HostedCluster ${ref.namespace}/${ref.name}`)
  }
  const name = namespaceOf(order)
  const namespace = await client.get(Namespace, { name }, { signal })
  if (!namespace) return undefined
  if (namespace.metadata.deletionTimestamp === undefined) await client.delete(Namespace, { name }, { signal })
  return going(`namespace ${name}`)
}

const going = (what: string): Observed => ({
  observation: observationOf({ state: 'uninstalling', description: `Waiting for ${what} to go` }),
})
