import type { NodeAddress } from '@skep/api'
import type { SimulatedObject } from '../behaviour/contracts.ts'

/** How a machine is switched on for the first time. */
export interface MachineBoot {
  /** Whose behaviour it has: the Machine of Cluster API. Its uid is the machine's identity. */
  readonly machine: SimulatedObject & { readonly uid: string }
  /** Name under which it joins. */
  readonly nodeName: string
  /** What it can be reached at; the node reports the same. */
  readonly addresses: readonly NodeAddress[]
  readonly providerId: string
  /** Ignition configuration that it boots with. */
  readonly userData: string
  /** Resources that differ from those of a machine with four processors and 16 GiB. */
  readonly resources?: Readonly<Record<string, string>>
  readonly architecture?: string
  /** What its provider makes known of it: type, region and zone. */
  readonly labels?: Readonly<Record<string, string>>
  /** True for one that the provider had made before this process started: its stage Provisioning is over. */
  readonly provisioned?: boolean
  /** True for one that had joined before this process started: it comes back instead of joining again. */
  readonly joined?: boolean
}

/** How far a machine is. */
export type MachineStage =
  | 'Provisioning'
  | 'FetchingIgnition'
  | 'WaitingForClientCertificate'
  | 'Registering'
  | 'WaitingForServingCertificate'
  | 'Ready'

/** What keeps a machine from getting any further. */
export interface MachineProblem {
  readonly reason: string
  readonly message: string
  /** Whether it is for good: nothing but another machine helps. */
  readonly final?: boolean
}

/** A machine that is on. */
export interface MachineState {
  readonly stage: MachineStage
  /** Since when, in milliseconds. */
  readonly since: number
  /** Why it does not get any further, if it does not. */
  readonly problem?: MachineProblem
}

/** Asks for an Ignition configuration, as a machine does; `ca` is whom it trusts, in PEM. */
export type FetchIgnition = (request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly ca?: string
}) => Promise<{ readonly status: number; readonly body: string }>

/** Simulated computers: each boots, fetches its configuration, joins a cluster as a kubelet does, and runs pods there. */
export interface SimulatedMachines {
  /** Switches a machine on; nothing happens when it is on already. */
  boot(machine: MachineBoot): void
  /** Undefined when there is none of that uid, or it is off. */
  stateOf(uid: string): MachineState | undefined
  /** Switches a machine off: nothing is heard of it any more. False when it was not on. */
  powerOff(uid: string): boolean
  /** Tells of every change of stage. Returns how to stop it. */
  onChange(listener: (uid: string) => void): () => void
  /** Switches all machines off, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}
