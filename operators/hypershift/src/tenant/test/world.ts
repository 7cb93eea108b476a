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
import { formatTime, type VirtualClock } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import type { HostedApi } from '@skep/sim'
import { BY_NAMED_ROUTES, specOn } from '../../control-plane/test/specs.ts'
import { conditionsOf, type Management, runControllers, startManagement } from '../../test/management.ts'
import { addTenantControllers } from '../index.ts'

/** Namespace of the control plane, and id of its API. */
export const CONTROL_PLANE = 'clusters-demo'
const NAME = 'demo'
const REPOSITORY = 'img.example/ocp-release'

/** A management cluster with one control plane, as its operator would have made it, whose tenant is looked after. */
export interface World extends Management {
  readonly clock: VirtualClock
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
  const management = await startManagement({ kinds: [...hypershiftKinds, ...clusterApiKinds] })
  const { client, apis, serverClock: clock } = management
  let starts = 0
  const start = () =>
    runControllers(management, starts++, { controlPlanePods: true }, (parts) => {
      const tenants = addTenantControllers(parts)
      return { after: () => tenants.stop() }
    })
  await client.create(Namespace, { metadata: { name: CONTROL_PLANE } })
  const settings = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }
  const tenant = await apis.ensure(CONTROL_PLANE, settings)
  await createControlPlane(client, clock, changes)
  let stop = start()
  const controlPlane = async () => (await client.get(HostedControlPlane, { namespace: CONTROL_PLANE, name: NAME }))!
  return {
    ...management,
    clock: management.serverClock,
    ...conditionsOf(controlPlane),
    tenant,
    restart: async () => {
      await stop()
      stop = start()
    },
    controlPlane,
    version: () => tenant.client.get(ClusterVersion, { name: 'version' }),
    rollOut: (version) => rollOut(client, clock, version),
    addNode: (name) => addNode(tenant.client, clock, name),
    addMachine: (name, machine) => addMachine(client, name, machine),
  }
}

/** Image of a release. */
export const releaseImage = (version: string): string => `${REPOSITORY}:${version}-multi`

async function createControlPlane(client: Client, clock: VirtualClock, changes: ControlPlaneChanges): Promise<void> {
  const spec = specOn('None', {
    releaseImage: releaseImage('4.19.3'),
    channel: 'stable-4.19',
    networking: {
      clusterNetwork: [{ cidr: '10.132.0.0/14' }],
      serviceNetwork: [{ cidr: '172.31.0.0/16' }],
      networkType: 'OVNKubernetes',
    },
    services: BY_NAMED_ROUTES,
    ...changes.spec,
  })
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
