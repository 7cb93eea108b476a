import {
  Agent,
  AgentCluster,
  AgentMachine,
  agentInstallKinds,
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterDeployment,
  HostedControlPlane,
  Namespace,
  Secret,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import type { VirtualClock } from '@skep/base'
import type { Client, Draft, Stored } from '@skep/client'
import { controllerReference } from '@skep/controller'
import { createFakeMachines, type FakeMachines, serveProviderKinds } from '@skep/sim/provider-conformance'
import { onTestFinished } from 'vitest'
import { createSimulatedHosts } from '../hosts/simulated-hosts.ts'
import { startMetalMachines } from '../start.ts'

/** Namespace of the control plane. */
export const NAMESPACE = 'clusters-demo'
const KINDS = [...agentInstallKinds, ClusterDeployment, HostedControlPlane]

const USER_DATA = JSON.stringify({
  ignition: {
    version: '3.2.0',
    config: {
      merge: [
        {
          source: 'https://ignition.test/ignition',
          httpHeaders: [
            { name: 'Authorization', value: 'Bearer dG9rZW4=' },
            { name: 'NodePool', value: 'clusters/workers' },
          ],
        },
      ],
    },
  },
})

/** A hosted cluster on agents, whose control plane is there, with the provider running. */
export class MetalWorld {
  readonly client: Client
  readonly clock: VirtualClock
  #machines: FakeMachines = createFakeMachines()
  #running: { stop(): Promise<void> } | undefined

  static async start(): Promise<MetalWorld> {
    const { client, clock } = await serveProviderKinds(startApiServer, KINDS)
    const world = new MetalWorld(client, clock)
    await client.create(Namespace, { metadata: { name: NAMESPACE } })
    await world.#createCluster()
    await world.restart()
    onTestFinished(() => world.#running?.stop())
    return world
  }

  private constructor(client: Client, clock: VirtualClock) {
    this.client = client
    this.clock = clock
  }

  get machines(): FakeMachines {
    return this.#machines
  }

  /** A new process: no machine is on. */
  async restart(): Promise<void> {
    await this.#running?.stop()
    this.#machines = createFakeMachines()
    this.#running = await startMetalMachines({ client: this.client, clock: this.clock, machines: this.#machines })
    await this.settle()
  }

  async settle(): Promise<void> {
    await this.clock.advance(1_000)
  }

  /** Hosts in the namespace of agents. */
  async addHosts(count: number, labels: Record<string, string> = {}, namePrefix?: string): Promise<Stored<Agent>[]> {
    const options = { count, namespace: 'agents', labels, ...(namePrefix ? { namePrefix } : {}) }
    const hosts = await createSimulatedHosts(this, options)
    await this.settle()
    return hosts
  }

  /** A Machine and its AgentMachine, as a MachineSet makes them. */
  async addMachine(name: string, spec: AgentMachine['spec'] = {}): Promise<Stored<ClusterApiMachine>> {
    const metadata = { namespace: NAMESPACE, name }
    const machine = await this.client.create(ClusterApiMachine, {
      metadata: { ...metadata, finalizers: ['machine.cluster.x-k8s.io'] },
      spec: {
        clusterName: 'demo-x7k2p',
        bootstrap: { dataSecretName: 'user-data-workers' },
        infrastructureRef: { kind: 'AgentMachine', name },
      },
    })
    const ownerReferences = [controllerReference(ClusterApiMachine, machine)]
    await this.client.create(AgentMachine, { metadata: { ...metadata, ownerReferences }, spec })
    await this.settle()
    return machine
  }

  async agentMachine(name: string): Promise<Stored<AgentMachine> | undefined> {
    return this.client.get(AgentMachine, { namespace: NAMESPACE, name })
  }

  /** A condition of an AgentMachine, as `STATUS REASON`. */
  async condition(name: string, type: string): Promise<string> {
    const conditions = (await this.agentMachine(name))?.status?.conditions
    const found = conditions?.find((condition) => condition.type === type)
    return `${found?.status} ${found?.reason}`
  }

  async agent({ metadata }: Stored<Agent>): Promise<Stored<Agent> | undefined> {
    return this.client.get(Agent, metadata)
  }

  /** Deletes a Machine, as far as core does that before it asks whoever has a hook. */
  async deleteUntilHook(name: string): Promise<void> {
    const ref = { namespace: NAMESPACE, name }
    await this.client.delete(ClusterApiMachine, ref)
    await this.sayOfHook(name, { status: 'False', severity: 'Info', reason: 'WaitingExternalHook' })
  }

  /** What core says of hooks before it removes anything. */
  async sayOfHook(name: string, statement: object): Promise<void> {
    const lastTransitionTime = '2030-01-01T00:00:00Z'
    const body = {
      status: { conditions: [{ type: 'PreTerminateDeleteHookSucceeded', lastTransitionTime, ...statement }] },
    }
    const options = { subresource: 'status' }
    await this.client.patch(ClusterApiMachine, { namespace: NAMESPACE, name }, { type: 'merge', body }, options)
    await this.settle()
  }

  async #createCluster(): Promise<void> {
    const { client } = this
    const cluster = await client.create(ClusterApiCluster, {
      metadata: { namespace: NAMESPACE, name: 'demo-x7k2p' },
      spec: {
        controlPlaneRef: { kind: 'HostedControlPlane', name: 'demo' },
        infrastructureRef: { kind: 'AgentCluster', name: 'demo' },
      },
    })
    await client.create(HostedControlPlane, controlPlane())
    await client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: 'user-data-workers' },
      stringData: { value: USER_DATA },
    })
    await client.create(AgentCluster, {
      metadata: {
        namespace: NAMESPACE,
        name: 'demo',
        ownerReferences: [controllerReference(ClusterApiCluster, cluster)],
      },
      spec: {
        controlPlaneEndpoint: { host: 'api.demo.hcp.example.net', port: 443 },
        ignitionEndpoint: {
          url: 'https://ignition.test/ignition',
          caCertificateReference: { namespace: NAMESPACE, name: 'ignition-server-ca-cert' },
        },
      },
    })
  }

  /** Says that the kubeconfig of the hosted cluster is there. */
  async publishKubeconfig(): Promise<void> {
    const body = {
      status: { ready: true, initialized: true, kubeConfig: { name: 'admin-kubeconfig', key: 'kubeconfig' } },
    }
    const ref = { namespace: NAMESPACE, name: 'demo' }
    await this.client.patch(HostedControlPlane, ref, { type: 'merge', body }, { subresource: 'status' })
    await this.settle()
  }
}

const SERVICES = ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'] as const

const controlPlane = (): Draft<HostedControlPlane> => ({
  metadata: { namespace: NAMESPACE, name: 'demo' },
  spec: {
    releaseImage: 'img.example/ocp-release:4.19.3-multi',
    infraID: 'demo-x7k2p',
    dns: { baseDomain: 'hcp.example.net' },
    pullSecret: { name: 'pull-secret' },
    sshKey: { name: '' },
    issuerURL: 'https://kubernetes.default.svc',
    etcd: { managementType: 'Managed', managed: { storage: { type: 'PersistentVolume' } } },
    platform: { type: 'None', agent: { agentNamespace: 'agents' } },
    services: SERVICES.map((service) => ({
      service,
      servicePublishingStrategy: { type: 'NodePort', nodePort: { address: '127.0.0.1' } },
    })),
    capabilities: {},
    controllerAvailabilityPolicy: 'SingleReplica',
    infrastructureAvailabilityPolicy: 'SingleReplica',
    olmCatalogPlacement: 'guest',
  },
})
