import {
  AzureCluster,
  AzureMachineTemplate,
  ClusterApiCluster,
  ClusterApiMachine,
  clusterApiKinds,
  infrastructureProviderKinds,
  MachineDeployment,
  Namespace,
  Node,
  Secret,
} from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, type ClientKind, createClient, inProcessTransport, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { createSimulationClock, type Speed } from '@skep/sim'
import { onTestFinished } from 'vitest'
import type { Machine } from '../objects.ts'
import { type RunningClusterApi, startClusterApi } from '../start.ts'
import { TestControlPlane, testKinds } from './kinds.ts'
import { type FakeProvider, startProvider } from './provider.ts'

/** Where tests have their cluster. */
export const NAMESPACE = 'clusters-demo'
/** The cluster, which is also the id of the tenant's API. */
export const CLUSTER = 'demo-x7k2p'

/** A management cluster with Cluster API and a provider on it, and the API of one tenant. */
export interface World {
  readonly server: ApiServer
  readonly client: Client
  readonly tenantClient: Client
  readonly clock: VirtualClock
  readonly provider: FakeProvider
  /** Starts the operator; it is stopped after the test. */
  start(): Promise<RunningClusterApi>
  seconds(count: number): Promise<void>
  /** Makes a deployment of machines, with its template. */
  deploy(name: string, changes?: Partial<MachineDeployment['spec']>): Promise<void>
  machines(): Promise<Machine[]>
  nodes(): Promise<Stored<Node>[]>
  /** `status/reason` of a condition of an object. */
  condition<T extends KubeObject>(kind: ClientKind<T>, name: string, type: string): Promise<string | undefined>
}

const inNamespace = (name: string) => ({ namespace: NAMESPACE, name })

/** Starts one; it is gone after the test. */
export async function startWorld({
  seed = 1,
  controlPlane = { ready: true, initialized: true, externalManagedControlPlane: true },
  speed,
}: {
  seed?: number
  /** Lets the operator live in a time of its own, which is an hour ahead of everybody else's to begin with. */
  speed?: Speed
  /** What the control plane says of itself. */
  controlPlane?: object
} = {}): Promise<World> {
  const clock = new VirtualClock()
  const operatorClock = speed === undefined ? clock : anHourAheadOf(clock, speed)
  const kinds = [...clusterApiKinds, ...infrastructureProviderKinds, ...testKinds]
  const server = await startApiServer({ clock, random: createRandom(seed), kinds })
  const connect = (clusterId?: string): Client =>
    createClient({ transport: inProcessTransport(server, clusterId ? { clusterId } : {}), clock })
  const client = connect()
  await server.clusters.create(CLUSTER)
  const tenantClient = connect(CLUSTER)
  onTestFinished(async () => {
    client.close()
    tenantClient.close()
    await server.close()
  })
  await makeCluster(client, controlPlane)
  const provider = startProvider(client, tenantClient, clock)
  onTestFinished(() => provider.stop())
  let starts = 0
  const start = async (): Promise<RunningClusterApi> => {
    const random = createRandom(`${seed}/${starts++}`)
    const running = await startClusterApi({
      client,
      clock: operatorClock,
      random,
      log: silentLogger,
      // A kubeconfig of these tests is the id of the cluster that it leads to.
      connect: async (kubeconfig) => connect(kubeconfig),
    })
    onTestFinished(() => running.stop())
    return running
  }
  const itemsOf = async <T extends KubeObject>(kind: ClientKind<T>, from = client): Promise<Stored<T>[]> =>
    (await from.list(kind)).items.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  return {
    server,
    client,
    tenantClient,
    clock,
    provider,
    start,
    seconds: (count) => clock.advance(count * 1_000),
    deploy: (name, changes) => deploy(client, name, changes),
    machines: () => itemsOf(ClusterApiMachine),
    nodes: () => itemsOf(Node, tenantClient),
    condition: (kind, name, type) => conditionOf(client, kind, name, type),
  }
}

const anHourAheadOf = (clock: VirtualClock, speed: Speed) =>
  createSimulationClock({ base: clock, speed, startAt: clock.now() + 3_600_000 })

interface ConditionedObject extends KubeObject {
  status?: { conditions?: { type: string; status: string; reason?: string }[] }
}

async function conditionOf<T extends KubeObject>(client: Client, kind: ClientKind<T>, name: string, type: string) {
  const object = await client.get<ConditionedObject>(kind as ClientKind, inNamespace(name))
  const found = object?.status?.conditions?.find((condition) => condition.type === type)
  return found && [found.status, found.reason].filter(Boolean).join('/')
}

/** A cluster with a control plane that answers, as HyperShift makes it. */
async function makeCluster(client: Client, controlPlane: object): Promise<void> {
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  await client.create(AzureCluster, {
    metadata: inNamespace(CLUSTER),
    spec: { location: 'eastus', controlPlaneEndpoint: { host: 'api.demo.example.net', port: 443 } },
  })
  await setStatus(client, AzureCluster, CLUSTER, { ready: true })
  await client.create(TestControlPlane, { metadata: inNamespace('demo') })
  await setStatus(client, TestControlPlane, 'demo', controlPlane)
  await client.create(Secret, {
    metadata: { ...inNamespace(`${CLUSTER}-kubeconfig`), labels: { 'cluster.x-k8s.io/cluster-name': CLUSTER } },
    stringData: { value: CLUSTER },
  })
  await client.create(ClusterApiCluster, {
    metadata: inNamespace(CLUSTER),
    spec: {
      controlPlaneRef: { apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'TestControlPlane', name: 'demo' },
      infrastructureRef: { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1', kind: 'AzureCluster', name: CLUSTER },
    },
  })
}

/** Writes what a provider would say of an object. */
export const setStatus = <T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  name: string,
  status: object,
): Promise<Stored<T>> =>
  client.patch(kind, inNamespace(name), { type: 'merge', body: { status } }, { subresource: 'status' })

/** Makes what machines are made from. */
export const makeTemplate = (client: Client, name: string, vmSize = 'Standard_D4s_v3') =>
  client.create(AzureMachineTemplate, { metadata: inNamespace(name), spec: { template: { spec: { vmSize } } } })

/** What machines are made from, as specs refer to it. */
export const templateRef = (name: string) => ({
  apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
  kind: 'AzureMachineTemplate',
  name,
})

/** The spec of machines that boot with a Secret. */
export const machineSpec = (template: string, dataSecretName = 'user-data-workers-1') => ({
  clusterName: CLUSTER,
  bootstrap: { dataSecretName },
  infrastructureRef: templateRef(template),
})

async function deploy(client: Client, name: string, changes: Partial<MachineDeployment['spec']> = {}): Promise<void> {
  await makeTemplate(client, name)
  const labels = { pool: name }
  await client.create(MachineDeployment, {
    metadata: inNamespace(name),
    spec: {
      clusterName: CLUSTER,
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: machineSpec(name) },
      ...changes,
    },
  })
}
