import { HostedCluster, NodePool, Secret } from '@skep/api'
import { asJson, type JsonObject } from '@skep/schema'
import type { ClusterCredentials } from '../../driver-seam.ts'
import { namespaceOf } from '../manifests/order.ts'
import { type HostedScope, hostedRef } from './scope.ts'

/** The part of a scope that questions need: they change nothing. */
export type HostedQuery = Omit<HostedScope, 'parts'>

const ADMINISTRATOR = 'kubeadmin'

/** How to enter a hosted cluster; undefined while there is no way in. */
export async function readHostedCredentials(scope: HostedQuery): Promise<ClusterCredentials | undefined> {
  const { order, session, signal } = scope
  const hosted = await session.clients.hive.get(HostedCluster, hostedRef(order), { signal })
  const kubeconfig = await readSecret(scope, hosted?.status?.kubeconfig?.name, 'kubeconfig')
  if (kubeconfig === undefined) return undefined
  const password = await readSecret(scope, hosted?.status?.kubeadminPassword?.name, 'password')
  return { kubeconfig, ...(password === undefined ? {} : { admin: { user: ADMINISTRATOR, password } }) }
}

/** The objects on the shard that belong to a hosted cluster, by `<plural>.<group>/<name>`. */
export async function readHostedResources(scope: HostedQuery): Promise<ReadonlyMap<string, JsonObject>> {
  const { order, session, signal } = scope
  const { hive: client } = session.clients
  const hosted = await client.get(HostedCluster, hostedRef(order), { signal })
  const { items } = await client.list(NodePool, { namespace: namespaceOf(order), signal })
  return new Map([
    ...(hosted ? [[`hostedclusters.${HostedCluster.group}/${hosted.metadata.name}`, asJson(hosted)] as const] : []),
    ...items.map((pool) => [`nodepools.${NodePool.group}/${pool.metadata.name}`, asJson(pool)] as const),
  ])
}

async function readSecret(
  { order, session, signal }: HostedQuery,
  name: string | undefined,
  key: string,
): Promise<string | undefined> {
  if (!name) return undefined
  const secret = await session.clients.hive.get(Secret, { namespace: namespaceOf(order), name }, { signal })
  const value = secret?.data?.[key]
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8')
}
