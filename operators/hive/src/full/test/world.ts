import { ClusterDeployment, ClusterImageSet, hiveKinds, Namespace, Secret } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, type Draft, inProcessTransport, type Stored } from '@skep/client'
import type { AdmissionOptions } from '@skep/controller'
import {
  type Behaviours,
  createBehaviours,
  createSimulationClock,
  createTenantClusters,
  type Speed,
  type TenantClusters,
} from '@skep/sim'
import { onTestFinished } from 'vitest'
import { HOUR_MS } from '../../durations.ts'
import { HIVE_BEHAVIOUR_KINDS } from '../../simulator/behaviour-kinds.ts'
import { type RunningHive, startHiveFull } from '../index.ts'
import type { Infrastructure } from '../installer/infrastructure.ts'
import { type CloudDelays, createSimulatedInfrastructure } from '../installer/simulated-infrastructure.ts'

/** The namespace that tests order clusters in. */
export const NAMESPACE = 'uhc-test'

/** A management cluster with Hive on it, whose time is the test's. */
export interface World {
  readonly server: ApiServer
  readonly client: Client
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  readonly tenants: TenantClusters
  /** Starts Hive; it is stopped after the test. */
  start(): Promise<RunningHive>
  /** Orders a cluster, with everything that it needs. */
  order(name: string, changes?: OrderChanges): Promise<void>
  deployment(name?: string): Promise<Stored<ClusterDeployment> | undefined>
  /** `status/reason` of a condition of a deployment. */
  condition(type: string, name?: string): Promise<string | undefined>
  seconds(count: number): Promise<void>
}

/** What an order says otherwise than usual. */
export interface OrderChanges {
  readonly spec?: Partial<ClusterDeployment['spec']>
  readonly annotations?: Record<string, string>
  readonly labels?: Record<string, string>
}

const secret = (name: string, stringData: Record<string, string>) => ({
  metadata: { namespace: NAMESPACE, name },
  stringData,
})

/** An install-config for a cluster on AWS. */
export const installConfig = (name: string): string => `
metadata: { name: ${name} }
baseDomain: example.com
platform: { aws: { region: us-east-1 } }
compute: [{ name: worker, replicas: 2 }]
`

/** Starts one; it is gone after the test. */
export async function startWorld({
  seed = 1,
  delays = {},
  admission = false,
  change = (infrastructure) => infrastructure,
  speed,
}: {
  seed?: number
  delays?: Partial<CloudDelays>
  /** Off unless given, since most tests have nothing to do with it. */
  admission?: AdmissionOptions | false
  /** Makes the cloud another one. */
  change?: (infrastructure: Infrastructure) => Infrastructure
  /** Lets Hive live in a time of its own, which is an hour ahead of the test's to begin with. */
  speed?: Speed
} = {}): Promise<World> {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(seed), kinds: [...hiveKinds] })
  const startAt = clock.now() + HOUR_MS
  const hiveClock = speed === undefined ? clock : createSimulationClock({ base: clock, speed, startAt })
  const client = createClient({ transport: inProcessTransport(server), clock: hiveClock })
  const behaviours = createBehaviours({ kinds: HIVE_BEHAVIOUR_KINDS, config: { seed }, clock: hiveClock })
  const tenants = createTenantClusters({ server, clock: hiveClock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  await prepare(client)
  const get = (name = 'blue') => client.get(ClusterDeployment, { namespace: NAMESPACE, name })
  let starts = 0
  return {
    server,
    client,
    clock,
    behaviours,
    tenants,
    start: async () => {
      const random = createRandom(`${seed}/${starts++}`)
      const parts = { client, behaviours, tenants, clock: hiveClock, random, log: silentLogger }
      const infrastructure = change(createSimulatedInfrastructure(parts, delays))
      const hive = await startHiveFull(parts, { infrastructure, admission })
      onTestFinished(() => hive.stop())
      return hive
    },
    order: (name, changes) => order(client, name, changes),
    deployment: get,
    condition: async (type, name) => {
      const found = (await get(name))?.status?.conditions?.find((condition) => condition.type === type)
      return found && `${found.status}/${found.reason}`
    },
    seconds: (count) => clock.advance(count * 1_000),
  }
}

async function prepare(client: Client): Promise<void> {
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  await client.create(Secret, secret('aws', { aws_access_key_id: 'id', aws_secret_access_key: 'key' }))
  await client.create(Secret, {
    ...secret('pull', { '.dockerconfigjson': '{"auths":{"registry.example.com":{"auth":"eA=="}}}' }),
    type: 'kubernetes.io/dockerconfigjson',
  })
  await client.create(ClusterImageSet, {
    metadata: { name: 'openshift-v4.17.0' },
    spec: { releaseImage: 'registry.example.com/release:4.17.0-x86_64' },
  })
}

async function order(client: Client, name: string, { spec, annotations, labels }: OrderChanges = {}): Promise<void> {
  await client.create(Secret, secret(`${name}-install-config`, { 'install-config.yaml': installConfig(name) }))
  const deployment: Draft<ClusterDeployment> = {
    metadata: {
      namespace: NAMESPACE,
      name,
      ...(annotations ? { annotations } : {}),
      ...(labels ? { labels } : {}),
    },
    spec: {
      clusterName: name,
      baseDomain: 'example.com',
      platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
      pullSecretRef: { name: 'pull' },
      provisioning: {
        imageSetRef: { name: 'openshift-v4.17.0' },
        installConfigSecretRef: { name: `${name}-install-config` },
      },
      ...spec,
    },
  }
  await client.create(ClusterDeployment, deployment)
}
