import { setTimeout as sleep } from 'node:timers/promises'
import { HostedCluster, ManagedCluster, Namespace, NodePool } from '@skep/api'
import { StatusError } from '@skep/base'
import { type Client, ConnectionError } from '@skep/client'
import type { ChaosCluster } from './orders.ts'

/** Does something again until the server answers. What it refuses is thrown. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isTransient = error instanceof ConnectionError || (error instanceof StatusError && error.code >= 500)
      if (!isTransient) throw error
      await sleep(100)
    }
  }
}

/** What clusters lack that shall have a version, with all their nodes, and be managed. */
export async function unsettled(client: Client, clusters: readonly ChaosCluster[], version: string): Promise<string[]> {
  const hosted = byName((await client.list(HostedCluster)).items)
  const pools = byName((await client.list(NodePool)).items)
  const managed = byName((await client.list(ManagedCluster)).items)
  return clusters.flatMap(({ name, replicas }) => {
    const [latest] = hosted.get(name)?.status?.version?.history ?? []
    const pool = pools.get(name)?.status
    const facts = {
      version: latest?.version === version && latest.state === 'Completed',
      'version of nodes': pool?.version === version,
      nodes: pool?.replicas === replicas,
      health: isTrue(pool?.conditions, 'AllNodesHealthy'),
      management: isTrue(managed.get(name)?.status?.conditions, 'ManagedClusterConditionAvailable'),
    }
    const missing = Object.entries(facts).flatMap(([fact, holds]) => (holds ? [] : [fact]))
    return missing.length === 0 ? [] : [`${name} lacks ${missing.join(', ')}`]
  })
}

/** What is left of clusters that shall go, as far as those can see who ordered them. */
export async function remaining(client: Client, clusters: readonly ChaosCluster[]): Promise<string[]> {
  const hosted = byName((await client.list(HostedCluster)).items)
  const namespaces = byName((await client.list(Namespace)).items)
  return clusters
    .filter(({ name, namespace }) => hosted.has(name) || namespaces.has(namespace))
    .map(({ name }) => `${name} is there`)
}

const byName = <T extends { metadata: { name: string } }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.metadata.name, item]))

/** Conditions of pools are of an older form than those of others. */
const isTrue = (conditions: readonly { type: string; status: string }[] | undefined, type: string): boolean =>
  conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false
