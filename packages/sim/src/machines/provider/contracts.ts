import type { ClusterApiCluster, ClusterApiMachine } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import type { Client, ClientKind, Stored } from '@skep/client'
import type { ControllerMetrics, Manager } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import type { MachineBoot, MachineProblem, SimulatedMachines } from '../contracts.ts'

/** What a provider of machines is started with. */
export interface ProviderDependencies {
  /** The cluster that has the kinds of Cluster API and of the provider. */
  readonly client: Client
  /** The computers that it makes. */
  readonly machines: SimulatedMachines
  /** Real time unless given. */
  readonly clock?: Clock
  /** Unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What the controllers of a provider share. */
export interface ProviderParts extends Required<Omit<ProviderDependencies, 'metrics'>> {
  readonly manager: Manager
}

/** A provider that runs. */
export interface RunningProvider {
  /** Stops, and resolves when nothing is under way any more. Machines stay on. */
  stop(): Promise<void>
}

/** What a machine of a provider is for. */
export interface MachineScope {
  readonly machine: Stored<ClusterApiMachine>
  readonly cluster: Stored<ClusterApiCluster>
}

/** An address of a machine, as Cluster API has it. */
export type MachineAddress = NonNullable<NonNullable<ClusterApiMachine['status']>['addresses']>[number]

/** What the provider will make: what to switch on, except for what is the same with all providers. */
export interface MachinePlan
  extends Pick<MachineBoot, 'nodeName' | 'providerId' | 'resources' | 'architecture' | 'labels'> {
  readonly addresses: readonly MachineAddress[]
}

/** How far the provider is with a machine. */
export type MachineProgress =
  | { readonly step: 'WaitingForClusterInfrastructure' | 'WaitingForBootstrapData' | 'Deleting' }
  | { readonly step: 'Creating'; readonly problem: MachineProblem | undefined }
  | { readonly step: 'Running'; readonly plan: MachinePlan }

/** An object that stands for a machine at a provider. */
export interface InfraMachine extends KubeObject {
  spec?: { providerID?: string | undefined } | undefined
  status?: { ready?: boolean | undefined } | undefined
}

/** What makes one provider different from another. */
export interface MachineProvider<M extends InfraMachine> {
  /** The kind of its machines, such as AzureMachine. */
  readonly kind: ClientKind<M>
  readonly finalizer: string
  /** What it will make of a machine, always the same; undefined while its part of the cluster is not known. */
  plan(machine: Stored<M>, scope: MachineScope): MachinePlan | undefined
  /** States in the status how far the machine is. */
  report(machine: Stored<M>, progress: MachineProgress, now: number): void
  /** Makes whatever else stands for a machine that is about to be switched on, or is on. */
  attend?(machine: Stored<M>, progress: MachineProgress, scope: MachineScope): Promise<void>
  /** Removes that, once the machine is off; false while it is still there. */
  dismantle?(machine: Stored<M>): Promise<boolean>
}
