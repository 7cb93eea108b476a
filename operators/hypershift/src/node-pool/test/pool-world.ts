import {
  ClusterApiMachine,
  ConfigMap,
  clusterApiKinds,
  HostedCluster,
  hypershiftKinds,
  infrastructureProviderKinds,
  MachineDeployment,
  Namespace,
  NodePool,
  Secret,
} from '@skep/api'
import { createRandom, type VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, type Stored } from '@skep/client'
import { unreliableHandle } from '@skep/client/testing'
import { onTestFinished } from 'vitest'
import { createIgnition, type Ignition } from '../../ignition/index.ts'
import { conditionsOf, type Management, runControllers, startManagement } from '../../test/management.ts'
import { addNodePoolControllers } from '../index.ts'
import { fakeHostedApis } from './fake-apis.ts'
import {
  CLUSTER,
  CONTROL_PLANE,
  machineConfig,
  NAMESPACE,
  type PLATFORMS,
  poolClusterSpec,
  poolSpec,
} from './samples.ts'

/** A management cluster with one hosted cluster, whose control plane and machines are the test's to play. */
export interface PoolWorld extends Management {
  readonly clock: VirtualClock
  /** Of the operator that was started last. */
  ignition: Ignition
  /** Starts the controllers; they stop after the test, or when told to. */
  start(): Promise<{ stop(): Promise<void> }>
  /** Changes the hosted cluster and its status. */
  changeCluster(change: { spec?: object; status?: object; metadata?: object }): Promise<void>
  /** Orders a pool called `workers`. */
  order(changes?: PoolChanges): Promise<void>
  patch(spec: object): Promise<void>
  pool(): Promise<Stored<NodePool>>
  /** `status/reason` of a condition of the pool. */
  condition(type: string): Promise<string | undefined>
  message(type: string): Promise<string | undefined>
  /** Names of the Secrets of the pool that begin with a word. */
  secretNames(prefix: 'token' | 'user-data'): Promise<string[]>
}

/** What an order says otherwise than usual. */
export interface PoolChanges {
  readonly spec?: Partial<NodePool['spec']>
  readonly annotations?: Record<string, string>
}

type PlatformName = keyof typeof PLATFORMS

const API_START = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }

/** Starts one with a hosted cluster that is far enough for nodes, unless told otherwise; it is gone after the test. */
export async function startPoolWorld({
  platform = 'Azure',
  bare = false,
  live = false,
  lagging,
}: {
  platform?: PlatformName
  /** Serves the API of the hosted cluster. */
  live?: boolean
  /** Leaves out what the control plane would have made for nodes. */
  bare?: boolean
  /** Kinds, in the plural, of which the controllers hear half a minute late at most. */
  lagging?: RegExp
} = {}): Promise<PoolWorld> {
  const kinds = [...hypershiftKinds, ...clusterApiKinds, ...infrastructureProviderKinds]
  const management = await startManagement({ kinds })
  const { client, serverClock: clock } = management
  const apis = live ? management.apis : fakeHostedApis()
  await prepare(client, platform)
  if (live) await apis.ensure(CONTROL_PLANE, API_START)
  if (!bare) await makeReady(client)
  const ref = { namespace: NAMESPACE, name: 'workers' }
  const pool = async () => (await client.get(NodePool, ref)) ?? missing()
  let starts = 0
  const world: PoolWorld = {
    ...management,
    clock: management.serverClock,
    ...conditionsOf(pool),
    apis,
    // Until something is started, nobody answers.
    ignition: { fetch: () => Promise.reject(new Error('nothing was started')), close: () => undefined },
    start: async () => {
      const told = lagging ? laggingClient(management, lagging) : client
      const stop = runControllers({ ...management, client: told, apis }, starts++, {}, (parts) => {
        const ignition = createIgnition(parts)
        world.ignition = ignition
        const pools = addNodePoolControllers(parts)
        return { before: () => ignition.close(), after: () => pools.stop() }
      })
      return { stop }
    },
    changeCluster: (change) => changeCluster(client, change),
    order: async ({ spec, annotations = {} } = {}) => {
      await client.create(NodePool, {
        metadata: { ...ref, annotations },
        spec: { ...poolSpec(platform), ...spec },
      })
      await clock.advance(100)
    },
    patch: async (spec) => {
      await client.patch(NodePool, ref, { type: 'merge', body: { spec } })
      await clock.advance(100)
    },
    pool,
    secretNames: async (prefix) => {
      const { items } = await client.list(Secret, { namespace: CONTROL_PLANE })
      return items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith(`${prefix}-`))
    },
  }
  return world
}

/** A client that is told the truth, but late where watches of some kinds are concerned. */
function laggingClient({ server, serverClock: clock }: Management, kinds: RegExp): Client {
  const handle = unreliableHandle<Parameters<typeof server.handle>[0]>((request) => server.handle(request), {
    clock,
    random: createRandom('lag'),
    faults: { refused: 0, lost: 0, stalled: 1, stallMs: 30_000, repeated: 0, cut: 0, expired: 0 },
    enabled: (path) => kinds.test(path),
  })
  const client = createClient({ transport: inProcessTransport({ handle }), clock })
  onTestFinished(() => client.close())
  return client
}

const missing = (): never => {
  throw new Error('there is no pool')
}

async function prepare(client: Client, platform: PlatformName): Promise<void> {
  for (const name of [NAMESPACE, CONTROL_PLANE]) await client.create(Namespace, { metadata: { name } })
  await client.create(Secret, {
    metadata: { namespace: NAMESPACE, name: 'demo-pull' },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': '{"auths":{}}' },
  })
  await client.create(HostedCluster, {
    metadata: { namespace: NAMESPACE, name: CLUSTER },
    spec: poolClusterSpec(platform),
  })
}

/** What the control plane makes before there can be nodes. */
async function makeReady(client: Client): Promise<void> {
  await createIgnitionAuthority(client)
  for (const name of ['ignition-config-worker-ssh', 'ignition-config-fips']) await createCoreConfig(client, name)
  await changeCluster(client, {
    status: {
      ignitionEndpoint: 'ignition.demo.hcp.example.net',
      kubeconfig: { name: 'demo-admin-kubeconfig' },
      payloadArch: 'Multi',
      version: completed('4.19.3'),
    },
  })
}

/** The Secret with the authority of the ignition server. */
export const createIgnitionAuthority = (client: Client) =>
  client.create(Secret, {
    metadata: { namespace: CONTROL_PLANE, name: 'ignition-server-ca-cert' },
    stringData: { 'tls.crt': 'the authority', 'tls.key': 'its key' },
  })

/** One of the ConfigMaps that every node gets. */
export const createCoreConfig = (client: Client, name: string) =>
  client.create(ConfigMap, {
    metadata: { namespace: CONTROL_PLANE, name, labels: { 'hypershift.openshift.io/core-ignition-config': 'true' } },
    data: { config: machineConfig(name, name) },
  })

/** A version status of a hosted cluster that has come to a version. */
export const completed = (version: string): object => ({
  desired: { version, image: `img.example/ocp-release:${version}-multi` },
  history: [
    {
      state: 'Completed',
      version,
      image: `img.example/ocp-release:${version}-multi`,
      startedTime: '2030-01-01T00:00:00Z',
      completionTime: '2030-01-01T00:00:00Z',
      verified: false,
    },
  ],
  observedGeneration: 1,
  availableUpdates: [],
})

async function changeCluster(client: Client, { status, ...change }: { status?: object }): Promise<void> {
  const ref = { namespace: NAMESPACE, name: CLUSTER }
  if (Object.keys(change).length > 0) await client.patch(HostedCluster, ref, { type: 'merge', body: change })
  if (status) await client.patch(HostedCluster, ref, { type: 'merge', body: { status } }, { subresource: 'status' })
}

/** Plays Cluster API: says that all machines of the pool's deployment are there, as it asks for. */
export async function playMachines({ client, seconds }: PoolWorld, changes: object = {}): Promise<void> {
  const ref = { namespace: CONTROL_PLANE, name: 'workers' }
  const deployment = await client.get(MachineDeployment, ref)
  const replicas = deployment?.spec.replicas ?? 0
  const status = {
    observedGeneration: deployment?.metadata.generation ?? 0,
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2030-01-01T00:00:00Z' }],
    v1beta2: { conditions: [] },
    ...changes,
  }
  await client.patch(MachineDeployment, ref, { type: 'merge', body: { status } }, { subresource: 'status' })
  await seconds(0.1)
}

/** Plays Cluster API: makes a machine of the pool, in the state that a status says. */
export async function playMachine(
  { client, seconds }: PoolWorld,
  name: string,
  changes: MachineChanges = {},
): Promise<void> {
  const { status, version, infrastructure = name } = changes
  const poolAnnotation = { 'hypershift.openshift.io/nodePool': `${NAMESPACE}/workers` }
  const ref = { namespace: CONTROL_PLANE, name }
  await client.create(ClusterApiMachine, {
    metadata: { ...ref, annotations: poolAnnotation },
    spec: {
      clusterName: 'demo-x7k2p',
      bootstrap: {},
      infrastructureRef: { name: infrastructure },
      ...(version === undefined ? {} : { version }),
    },
  })
  if (status) await client.patch(ClusterApiMachine, ref, { type: 'merge', body: { status } }, { subresource: 'status' })
  await seconds(0.1)
}

/** What a machine is otherwise than usual. */
export interface MachineChanges {
  readonly status?: object
  readonly version?: string
  readonly infrastructure?: string
}

/** A condition of a machine. */
export const machineCondition = (type: string, status: string, reason?: string, message?: string): object => ({
  type,
  status,
  lastTransitionTime: '2030-01-01T00:00:00Z',
  ...(reason === undefined ? {} : { reason, message }),
})
