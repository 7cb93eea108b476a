import { HostedCluster, Klusterlet, ManagedCluster, Namespace, Secret, Service } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, type Stored } from '@skep/client'
import { setCondition } from '@skep/controller'
import {
  type Behaviours,
  createBehaviours,
  createHostedApis,
  createSimulationClock,
  type HostedApi,
  type HostedApis,
  type Speed,
} from '@skep/sim'
import { onTestFinished } from 'vitest'
import { MCE_BEHAVIOUR_KINDS } from '../behaviour-kinds.ts'
import type { MceOptions } from '../parts.ts'
import { type RunningMce, startMce } from '../start.ts'
import { runFakeWorkAgent } from './fake-work-agent.ts'

/** Where tests have their hosted clusters. */
export const NAMESPACE = 'clusters'

const START = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }

/** A hub whose time is the test's. */
export interface World {
  readonly server: ApiServer
  readonly client: Client
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  readonly apis: HostedApis
  /** Starts the operator; it is stopped after the test. */
  start(options?: MceOptions): Promise<RunningMce>
  /** Makes a HostedCluster as HyperShift would have it once its control plane is available. */
  host(name: string, changes?: HostedChanges): Promise<HostedApi>
  /** Removes a HostedCluster with everything that belongs to it, as HyperShift does. */
  unhost(name: string): Promise<void>
  /** What HyperShift says of a cluster whose installation is complete. */
  completeInstall(name: string): Promise<void>
  cluster(name?: string): Promise<Stored<ManagedCluster> | undefined>
  /** `status/reason` of a condition of a ManagedCluster. */
  condition(type: string, name?: string): Promise<string | undefined>
  message(type: string, name?: string): Promise<string | undefined>
  seconds(count: number): Promise<void>
}

/** What a hosted cluster has besides the usual. */
export interface HostedChanges {
  readonly labels?: Record<string, string>
  readonly annotations?: Record<string, string>
  readonly finalizers?: string[]
  /** Made, but not available yet. */
  readonly available?: false
}

const service = (name: 'APIServer' | 'OAuthServer' | 'Konnectivity' | 'Ignition') =>
  ({
    service: name,
    servicePublishingStrategy: { type: 'NodePort', nodePort: { address: '192.0.2.1' } },
  }) as const

const SPEC = {
  release: { image: 'img.example/ocp-release:4.19.3-multi' },
  dns: { baseDomain: 'hcp.example.net' },
  pullSecret: { name: 'pull' },
  platform: { type: 'None' as const },
  services: [service('APIServer'), service('OAuthServer'), service('Konnectivity'), service('Ignition')],
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Starts one; it is gone after the test. */
export async function startWorld({
  workAgent = true,
  change = (client) => client,
  speed,
}: {
  /** Whether works are applied. */
  workAgent?: boolean
  /** Makes the operator's way to the hub another one. */
  change?: (client: Client) => Client
  /** Lets the operator live in a time of its own, which is an hour ahead of the test's to begin with. */
  speed?: Speed
} = {}): Promise<World> {
  const clock = new VirtualClock()
  const startAt = clock.now() + 3_600_000
  const hubClock = speed === undefined ? clock : createSimulationClock({ base: clock, speed, startAt })
  const server = await startApiServer({ clock, random: createRandom(1) })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const behaviours = createBehaviours({ kinds: MCE_BEHAVIOUR_KINDS, config: { seed: 1 }, clock: hubClock })
  const apis = createHostedApis({ server, clock })
  const stopping = new AbortController()
  let working = Promise.resolve()
  onTestFinished(async () => {
    stopping.abort()
    await working
    client.close()
    await server.close()
  })
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  let starts = 0
  const cluster = (name = 'demo') => client.get(ManagedCluster, { name })
  const conditionOf = async (type: string, name?: string) =>
    (await cluster(name))?.status?.conditions?.find((condition) => condition.type === type)
  return {
    server,
    client,
    clock,
    behaviours,
    apis,
    start: async (options) => {
      const random = createRandom(starts++)
      const mce = await startMce(
        {
          client: change(client),
          url: 'https://hub.example.net:6443',
          behaviours,
          apis,
          clock: hubClock,
          random,
          log: silentLogger,
        },
        options,
      )
      onTestFinished(() => mce.stop())
      if (workAgent && starts === 1) working = runFakeWorkAgent(client, clock, stopping.signal)
      return mce
    },
    host: (name, changes) => host(client, apis, clock, name, changes),
    unhost: async (name) => {
      await client.delete(HostedCluster, { namespace: NAMESPACE, name })
      await apis.remove(`${NAMESPACE}-${name}`)
      await client.delete(Namespace, { name: `${NAMESPACE}-${name}` })
      await client.delete(Secret, { namespace: NAMESPACE, name: `${name}-admin-kubeconfig` })
      await client.delete(Secret, { namespace: NAMESPACE, name: `${name}-kubeadmin-password` })
    },
    completeInstall: (name) => completeInstall(client, name),
    cluster,
    condition: async (type, name) => {
      const found = await conditionOf(type, name)
      return found && `${found.status}/${found.reason}`
    },
    message: async (type, name) => (await conditionOf(type, name))?.message,
    seconds: (count) => clock.advance(count * 1_000),
  }
}

async function host(
  client: Client,
  apis: HostedApis,
  clock: VirtualClock,
  name: string,
  { labels = {}, annotations = {}, finalizers = [], available }: HostedChanges = {},
): Promise<HostedApi> {
  const controlPlane = `${NAMESPACE}-${name}`
  const api = await apis.ensure(controlPlane, START)
  await client.create(Namespace, { metadata: { name: controlPlane } })
  await client.create(Service, {
    metadata: { namespace: controlPlane, name: 'kube-apiserver' },
    spec: { ports: [{ port: 6443 }] },
  })
  const secret = (suffix: string, key: string, text: string) =>
    client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: `${name}-${suffix}` },
      data: { [key]: base64(text) },
    })
  await secret('admin-kubeconfig', 'kubeconfig', await adminKubeconfig(api))
  await secret('kubeadmin-password', 'password', 'abcde-fghij-klmno-pqrst')
  await client.apply(HostedCluster, {
    metadata: { namespace: NAMESPACE, name, labels, annotations, finalizers },
    spec: SPEC,
  })
  if (available !== false) await makeAvailable(client, clock, name)
  return api
}

/** What HyperShift says of a cluster whose control plane is available. */
export async function makeAvailable(client: Client, clock: VirtualClock, name: string): Promise<void> {
  const hosted = (await client.get(HostedCluster, { namespace: NAMESPACE, name }))!
  const after = structuredClone(hosted)
  const conditions = ((after.status ??= {}).conditions ??= [])
  setCondition(conditions, { type: 'Available', status: 'True', reason: 'AsExpected' }, clock.now())
  after.status.controlPlaneEndpoint = { host: `api.${name}.hcp.example.net`, port: 443 }
  after.status.kubeconfig = { name: `${name}-admin-kubeconfig` }
  after.status.kubeadminPassword = { name: `${name}-kubeadmin-password` }
  await client.patchStatus(HostedCluster, hosted, after)
}

async function completeInstall(client: Client, name: string): Promise<void> {
  const hosted = (await client.get(HostedCluster, { namespace: NAMESPACE, name }))!
  const after = structuredClone(hosted)
  const image = 'img.example/ocp-release:4.19.3-multi'
  const time = '2030-01-01T00:00:00Z'
  ;(after.status ??= {}).version = {
    desired: { image, version: '4.19.3' },
    history: [
      { state: 'Completed', startedTime: time, completionTime: time, image, version: '4.19.3', verified: false },
    ],
    observedGeneration: 1,
    availableUpdates: [],
  }
  await client.patchStatus(HostedCluster, hosted, after)
}

/** As HyperShift publishes it. */
async function adminKubeconfig(api: HostedApi): Promise<string> {
  const { certificatePem, keyPem } = await api.issue({ name: 'system:admin', groups: ['system:masters'] })
  return JSON.stringify({
    'current-context': 'admin',
    contexts: [{ name: 'admin', context: { cluster: 'cluster', user: 'admin', namespace: 'default' } }],
    clusters: [{ name: 'cluster', cluster: { server: api.url, 'certificate-authority-data': base64(api.caPem) } }],
    users: [
      {
        name: 'admin',
        user: { 'client-certificate-data': base64(certificatePem), 'client-key-data': base64(keyPem) },
      },
    ],
  })
}

/** The Klusterlet of a cluster. */
export const klusterletOf = (client: Client, cluster: string): Promise<Stored<Klusterlet> | undefined> =>
  client.get(Klusterlet, { name: `klusterlet-${cluster}` })

/** Conditions that most tests ask for. */
export const IMPORTED = 'ManagedClusterImportSucceeded'
export const AVAILABLE = 'ManagedClusterConditionAvailable'

/** A ManagedCluster as a bundle brings it, with other annotations than usual. */
export const explicitCluster = (name: string, annotations: Record<string, string> = {}) => ({
  metadata: {
    name,
    annotations: {
      'import.open-cluster-management.io/klusterlet-deploy-mode': 'Hosted',
      'import.open-cluster-management.io/hosting-cluster-name': 'local-cluster',
      'open-cluster-management/created-via': 'hypershift',
      ...annotations,
    },
  },
  spec: { hubAcceptsClient: true, leaseDurationSeconds: 60 },
})

/** What a secret holds, as text. */
export const textOf = (secret: Secret | undefined, key: string): string =>
  Buffer.from(secret?.data?.[key] ?? '', 'base64').toString('utf8')
