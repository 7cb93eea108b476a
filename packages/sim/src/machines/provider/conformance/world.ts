import { ClusterApiCluster, ClusterApiMachine, Namespace, Secret } from '@skep/api'
import type { VirtualClock } from '@skep/base'
import type { Client, ClientKind, Draft, ObjectRef, Stored } from '@skep/client'
import { controllerReference } from '@skep/controller'
import { apiVersionOf } from '@skep/schema'
import { onTestFinished } from 'vitest'
import type { InfraMachine, ProviderDependencies, RunningProvider } from '../contracts.ts'
import { createFakeMachines, type FakeMachines } from './fake-machines.ts'

/** What the suite has to know of a provider. */
export interface TestedProvider<M extends InfraMachine> {
  readonly kind: ClientKind<M>
  readonly start: (dependencies: ProviderDependencies) => Promise<RunningProvider>
  /** An API that serves the provider's kinds and those of Cluster API, in virtual time. */
  readonly serve: () => Promise<{ client: Client; clock: VirtualClock }>
  /** Its part of the cluster: what to refer to. */
  prepareCluster(client: Client, ref: Required<ObjectRef>): Promise<{ apiVersion: string; kind: string; name: string }>
  /** What one of its machines is told; its metadata are the suite's business. */
  readonly machine: Omit<Draft<M>, 'metadata'>
}

const NAMESPACE = 'clusters-demo'
const INFRA_ID = 'demo-x7k2p'

/** A cluster with the provider running and no machines yet. */
export class ProviderWorld<M extends InfraMachine> {
  readonly client: Client
  readonly clock: VirtualClock
  readonly #tested: TestedProvider<M>
  #machines = createFakeMachines()
  #running: RunningProvider | undefined

  static async start<M extends InfraMachine>(tested: TestedProvider<M>): Promise<ProviderWorld<M>> {
    const { client, clock } = await tested.serve()
    await client.create(Namespace, { metadata: { name: NAMESPACE } })
    const world = new ProviderWorld(tested, client, clock)
    const infrastructureRef = await tested.prepareCluster(client, { namespace: NAMESPACE, name: 'demo' })
    const metadata = { namespace: NAMESPACE, name: INFRA_ID }
    await client.create(ClusterApiCluster, { metadata, spec: { infrastructureRef } })
    await world.restart()
    onTestFinished(() => world.#running?.stop())
    return world
  }

  private constructor(tested: TestedProvider<M>, client: Client, clock: VirtualClock) {
    this.#tested = tested
    this.client = client
    this.clock = clock
  }

  get machines(): FakeMachines {
    return this.#machines
  }

  /** A new process: no machine is on, and everything is to be found out. */
  async restart(): Promise<void> {
    await this.#running?.stop()
    this.#machines = createFakeMachines()
    this.#running = await this.#tested.start({ client: this.client, clock: this.clock, machines: this.#machines })
    await this.settle()
  }

  /** Lets everything happen that takes no time, and what is tried again soon. */
  async settle(): Promise<void> {
    await this.clock.advance(1_000)
  }

  /** The cluster as core reports it. */
  async changeCluster(change: { spec?: object; status?: object }): Promise<void> {
    const ref = { namespace: NAMESPACE, name: INFRA_ID }
    if (change.spec) await this.client.patch(ClusterApiCluster, ref, { type: 'merge', body: { spec: change.spec } })
    const body = { status: change.status }
    if (change.status) {
      await this.client.patch(ClusterApiCluster, ref, { type: 'merge', body }, { subresource: 'status' })
    }
    await this.settle()
  }

  /** Makes what a machine boots with. */
  async provideUserData(): Promise<void> {
    const metadata = { namespace: NAMESPACE, name: 'user-data-workers' }
    await this.client.create(Secret, { metadata, stringData: { value: '{"ignition":{"version":"3.2.0"}}' } })
  }

  /** A Machine and the provider's object for it, as a MachineSet makes them. */
  async addMachine(name: string): Promise<Stored<ClusterApiMachine>> {
    const { kind, machine: wanted } = this.#tested
    const ref = { namespace: NAMESPACE, name }
    const machine = await this.client.create(ClusterApiMachine, {
      metadata: ref,
      spec: {
        clusterName: INFRA_ID,
        bootstrap: {},
        infrastructureRef: { apiVersion: apiVersionOf(kind), kind: kind.kind, name },
      },
    })
    const ownerReferences = [controllerReference(ClusterApiMachine, machine)]
    // The suite's own metadata make the rest of the object a whole one.
    await this.client.create(kind, { ...wanted, metadata: { ...ref, ownerReferences } } as unknown as Draft<M>)
    await this.settle()
    return machine
  }

  /** Says where a machine finds what it boots with. */
  async bootstrap(name: string): Promise<void> {
    const body = { spec: { bootstrap: { dataSecretName: 'user-data-workers' } } }
    await this.client.patch(ClusterApiMachine, { namespace: NAMESPACE, name }, { type: 'merge', body })
    await this.settle()
  }

  /** A machine for which everything is there. */
  async addWholeMachine(name: string): Promise<Stored<ClusterApiMachine>> {
    await this.changeCluster({ status: { infrastructureReady: true } })
    await this.provideUserData()
    const machine = await this.addMachine(name)
    await this.bootstrap(name)
    return machine
  }

  infraMachine(name: string): Promise<Stored<M> | undefined> {
    return this.client.get(this.#tested.kind, { namespace: NAMESPACE, name })
  }

  async removeInfraMachine(name: string): Promise<void> {
    await this.client.delete(this.#tested.kind, { namespace: NAMESPACE, name })
    await this.settle()
  }

  /** The condition Ready of a provider's object, as `STATUS REASON: MESSAGE`. */
  async readiness(name: string): Promise<string> {
    const { status } = ((await this.infraMachine(name)) ?? {}) as { status?: { conditions?: ReadyCondition[] } }
    const ready = status?.conditions?.find(({ type }) => type === 'Ready')
    return `${ready?.status} ${ready?.reason ?? ''}: ${ready?.message ?? ''}`
  }
}

interface ReadyCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}
