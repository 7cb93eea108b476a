import { ClusterDeployment, ClusterPool, HiveClusterClaim } from '@skep/api'
import type { Stored } from '@skep/client'
import { NAMESPACE, startWorld, type World } from '../../full/test/world.ts'

/** A world in which pools are easily made. */
export interface PoolWorld extends World {
  /** Makes a pool of AWS clusters named `pool`. */
  makePool(spec?: Partial<ClusterPool['spec']>): Promise<void>
  changePool(spec: Partial<ClusterPool['spec']>): Promise<void>
  pool(): Promise<Stored<ClusterPool> | undefined>
  /** `status/reason` of a condition of the pool. */
  poolCondition(type: string): Promise<string | undefined>
  /** The clusters of the pool, oldest first. */
  clusters(): Promise<Stored<ClusterDeployment>[]>
  claim(name: string, spec?: Partial<HiveClusterClaim['spec']>): Promise<void>
  claimed(name: string): Promise<Stored<HiveClusterClaim> | undefined>
  /** Reasons of Pending and ClusterRunning. */
  claimState(name: string): Promise<string[]>
}

const POOL = { namespace: NAMESPACE, name: 'pool' }

/** Starts one; it is gone after the test. */
export async function startPoolWorld(options: Parameters<typeof startWorld>[0] = {}): Promise<PoolWorld> {
  const world = await startWorld(options)
  await world.start()
  const { client } = world
  const pool = () => client.get(ClusterPool, POOL)
  const claimed = (name: string) => client.get(HiveClusterClaim, { namespace: NAMESPACE, name })
  return {
    ...world,
    makePool: async (spec = {}) => {
      await client.create(ClusterPool, { metadata: POOL, spec: { ...PLAIN, ...spec } })
    },
    changePool: async (spec) => {
      await client.patch(ClusterPool, POOL, { type: 'merge', body: { spec } })
    },
    pool,
    poolCondition: async (type) => {
      const found = (await pool())?.status?.conditions?.find((condition) => condition.type === type)
      return found && `${found.status}/${found.reason}`
    },
    clusters: async () => (await client.list(ClusterDeployment)).items.sort(byAge),
    claim: async (name, spec = {}) => {
      const metadata = { namespace: NAMESPACE, name }
      await client.create(HiveClusterClaim, { metadata, spec: { clusterPoolName: 'pool', ...spec } })
    },
    claimed,
    claimState: async (name) => {
      const conditions = (await claimed(name))?.status?.conditions ?? []
      return ['Pending', 'ClusterRunning'].map((type) => conditions.find((c) => c.type === type)?.reason ?? '')
    },
  }
}

const PLAIN: ClusterPool['spec'] = {
  platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
  baseDomain: 'example.com',
  imageSetRef: { name: 'openshift-v4.17.0' },
  pullSecretRef: { name: 'pull' },
  size: 1,
}

const byAge = (a: Stored, b: Stored): number =>
  (a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1
