import {
  ClusterApiMachine,
  ClusterVersion,
  ControlPlaneComponent,
  clusterApiKinds,
  HostedControlPlane,
  hypershiftKinds,
  Namespace,
  Node,
  type NodeAddress,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, formatTime, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, type Stored } from '@skep/client'
import { createManager } from '@skep/controller'
import { type Behaviours, createBehaviours, createHostedApis, type HostedApi } from '@skep/sim'
import { onTestFinished } from 'vitest'
import { HYPERSHIFT_BEHAVIOUR_KINDS } from '../../control-plane/behaviour-kinds.ts'
import { createReleases } from '../../releases/index.ts'
import { addTenantControllers } from '../index.ts'

/** Namespace of the control plane, and id of its API. */
export const CONTROL_PLANE = 'clusters-demo'
const NAME = 'demo'
const REPOSITORY = 'img.example/ocp-release'

/** A management cluster with one control plane, as its operator would have made it, whose tenant is looked after. */
export interface World {
  /** Of the management cluster. */
  readonly client: Client
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  /** The API of the tenant. */
  readonly tenant: HostedApi
  /** Starts the controllers again, in a new process. */
  restart(): Promise<void>
  controlPlane(): Promise<Stored<HostedControlPlane>>
  /** `status/reason` of a condition of the control plane. */
  condition(type: string): Promise<string | undefined>
  message(type: string): Promise<string | undefined>
  version(): Promise<Stored<ClusterVersion> | undefined>
  /** Has components of the control plane run in a release. */
  rollOut(version: string): Promise<void>
  addNode(name: string): Promise<Stored<Node>>
  addMachine(name: string, changes?: MachineChanges): Promise<Stored<ClusterApiMachine>>
  seconds(count: number): Promise<void>
}

/** What a Machine says otherwise than usual. */
export interface MachineChanges {
  readonly addresses?: readonly NodeAddress[]
  readonly nodeName?: string
  readonly labels?: Record<string, string>
  readonly annotations?: Record<string, string>
  readonly ownerReferences?: Stored['metadata']['ownerReferences']
}

/** What the control plane says otherwise than usual. */
export interface ControlPlaneChanges {
  readonly spec?: Partial<HostedControlPlane['spec']>
  readonly annotations?: Record<string, string>
  readonly finalizers?: string[]
}

/** Starts one; it is gone after the test. */
export async function startWorld(changes: ControlPlaneChanges = {}): Promise<World> {
  const clock = new VirtualClock()
  const kinds = [...hypershiftKinds, ...clusterApiKinds]
  const server = await startApiServer({ clock, random: createRandom(1), kinds })
  const client = createClient({ transport: inProcessTransport(server), clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  const apis = createHostedApis({ server, clock })
  const behaviours = createBehaviours({ kinds: HYPERSHIFT_BEHAVIOUR_KINDS, config: { seed: 1 }, clock })
  let starts = 0
  let stop = async () => {}
  const start = async () => {
    const random = createRandom(`tenant/${starts++}`)
    const shared = { client, clock, random, log: silentLogger }
    const manager = createManager(shared)
    const tenants = addTenantControllers({
      ...shared,
      manager,
      behaviours,
      apis,
      releases: createReleases(),
      controlPlanePods: true,
      ignitionAddress: '127.0.0.1:22624',
    })
    const ending = new AbortController()
    const running = manager.start(ending.signal)
    stop = async () => {
      ending.abort()
      await running
      await tenants.stop()
    }
  }
  onTestFinished(() => stop())
  await client.create(Namespace, { metadata: { name: CONTROL_PLANE } })
  const settings = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }
  const tenant = await apis.ensure(CONTROL_PLANE, settings)
  await createControlPlane(client, clock, changes)
  await start()
  const controlPlane = async () => (await client.get(HostedControlPlane, { namespace: CONTROL_PLANE, name: NAME }))!
  const conditionOf = async (type: string) =>
    (await controlPlane()).status?.conditions?.find((condition) => condition.type === type)
  return {
    client,
    clock,
    behaviours,
    tenant,
    restart: async () => {
      await stop()
      await start()
    },
    controlPlane,
    condition: async (type) => {
      const found = await conditionOf(type)
      return found && `${found.status}/${found.reason}`
    },
    message: async (type) => (await conditionOf(type))?.message,
    version: () => tenant.client.get(ClusterVersion, { name: 'version' }),
    rollOut: (version) => rollOut(client, clock, version),
    addNode: (name) => addNode(tenant.client, clock, name),
    addMachine: (name, machine) => addMachine(client, name, machine),
    seconds: (count) => clock.advance(count * 1_000),
  }
}

/** Image of a release. */
export const releaseImage = (version: string): string => `${REPOSITORY}:${version}-multi`

async function createControlPlane(client: Client, clock: VirtualClock, changes: ControlPlaneChanges): Promise<void> {
  const route = (service: string) => ({
    service,
    servicePublishingStrategy: { type: 'Route', route: { hostname: `${service.toLowerCase()}.demo.example.net` } },
  })
  const services = ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map(route)
  const spec = {
    releaseImage: releaseImage('4.19.3'),
    clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10',
    infraID: 'demo-x7k2p',
    channel: 'stable-4.19',
    dns: { baseDomain: 'hcp.example.net' },
    etcd: {
      managementType: 'Managed',
      managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
    },
    networking: {
      clusterNetwork: [{ cidr: '10.132.0.0/14' }],
      serviceNetwork: [{ cidr: '172.31.0.0/16' }],
      networkType: 'OVNKubernetes',
    },
    platform: { type: 'None' },
    pullSecret: { name: 'pull-secret' },
    sshKey: {},
    issuerURL: 'https://kubernetes.default.svc',
    services,
    ...changes.spec,
  } as unknown as HostedControlPlane['spec']
  const { annotations = {}, finalizers = [] } = changes
  const metadata = {
    namespace: CONTROL_PLANE,
    name: NAME,
    annotations: { 'hypershift.openshift.io/cluster': 'clusters/demo', ...annotations },
    finalizers,
  }
  const created = await client.create(HostedControlPlane, { metadata, spec })
  const available = { type: 'KubeAPIServerAvailable', status: 'True' as const, reason: 'AsExpected', message: '' }
  await client.updateStatus(HostedControlPlane, {
    ...created,
    status: {
      ready: true,
      initialized: true,
      externalManagedControlPlane: true,
      controlPlaneEndpoint: { host: 'api.demo.hcp.example.net', port: 443 },
      conditions: [{ ...available, lastTransitionTime: formatTime(clock.now()) }],
    },
  })
}

async function rollOut(client: Client, clock: VirtualClock, version: string): Promise<void> {
  const ref = { namespace: CONTROL_PLANE, name: 'cluster-version-operator' }
  const found = await client.get(ControlPlaneComponent, ref)
  const component = found ?? (await client.create(ControlPlaneComponent, { metadata: ref, spec: {} }))
  const condition = (type: string) => ({
    type,
    status: 'True' as const,
    reason: 'AsExpected',
    message: '',
    lastTransitionTime: formatTime(clock.now()),
  })
  const conditions = [condition('Available'), condition('RolloutComplete')]
  await client.updateStatus(ControlPlaneComponent, { ...component, status: { conditions, version } })
}

async function addNode(tenant: Client, clock: VirtualClock, name: string): Promise<Stored<Node>> {
  const node = await tenant.create(Node, { metadata: { name, labels: { 'kubernetes.io/hostname': name } } })
  const time = formatTime(clock.now())
  const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: '', lastTransitionTime: time }
  const conditions = [{ ...ready, lastHeartbeatTime: time }]
  const body = { status: { conditions } }
  return tenant.patch(Node, node.metadata, { type: 'merge', body }, { subresource: 'status' })
}

async function addMachine(client: Client, name: string, changes: MachineChanges = {}) {
  const { labels = {}, annotations = {}, ownerReferences = [], nodeName } = changes
  const made = await client.create(ClusterApiMachine, {
    metadata: {
      namespace: CONTROL_PLANE,
      name,
      labels,
      annotations: { 'hypershift.openshift.io/nodePool': 'clusters/workers', ...annotations },
      ownerReferences,
    },
    spec: { clusterName: 'demo-x7k2p', bootstrap: {}, infrastructureRef: { kind: 'AzureMachine', name } },
  })
  const addresses = changes.addresses ?? [
    { type: 'InternalDNS', address: name },
    { type: 'Hostname', address: name },
    { type: 'InternalIP', address: '10.0.0.4' },
  ]
  const nodeRef = nodeName === undefined ? {} : { nodeRef: { kind: 'Node', apiVersion: 'v1', name: nodeName } }
  return client.updateStatus(ClusterApiMachine, {
    ...made,
    status: { addresses: [...addresses] as never, ...nodeRef },
  })
}
