import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import { objectKey } from '@skep/client'
import type { BehaviourChange, Behaviours } from '../behaviour/contracts.ts'
import { DEFAULT_DELAYS, type PodDelays } from '../delays.ts'
import type { HostedApis } from '../hosted/contracts.ts'
import { MACHINE_KIND } from './behaviour-kinds.ts'
import type { FetchIgnition, MachineBoot, MachineState, SimulatedMachines } from './contracts.ts'
import { liveAsMachine, type MachineServices } from './life.ts'
import { RunningMachine } from './running-machine.ts'
import { Slots } from './slots.ts'
import { AllTenantNodes } from './tenant-nodes.ts'

/** What simulated machines work with. */
export interface SimulatedMachinesDependencies {
  /** With a section for Machine: how long machines take, and which fail. */
  readonly behaviours: Behaviours
  /** What machines join: the API whose id is the namespace of their Machine. */
  readonly apis: Pick<HostedApis, 'get' | 'connect'>
  /** Where they get their configuration. */
  readonly fetchIgnition: FetchIgnition
  /** Real time unless given. */
  readonly clock?: Clock
  /** Unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
}

/** What simulated machines may be told. */
export interface SimulatedMachinesOptions {
  /** How long the steps of a pod's life take; what is not given is as in `DEFAULT_DELAYS`. */
  readonly delays?: Partial<PodDelays>
}

/** Steps of machines that ask an API for something at the same time. */
const CONCURRENCY = 32

/** Simulated machines. Those that join the same API share one watch of pods, one queue and one timer for heartbeats. */
export const createSimulatedMachines = (
  dependencies: SimulatedMachinesDependencies,
  options: SimulatedMachinesOptions = {},
): SimulatedMachines => new MachinePark(dependencies, options)

class MachinePark implements SimulatedMachines {
  readonly #behaviours: Behaviours
  readonly #services: MachineServices
  readonly #machines = new Map<string, RunningMachine>()
  readonly #lives = new Set<Promise<void>>()
  readonly #listeners = new Set<(uid: string) => void>()
  readonly #unsubscribe: () => void

  constructor(dependencies: SimulatedMachinesDependencies, { delays }: SimulatedMachinesOptions) {
    const { behaviours, clock = realClock, random = cryptoRandom, log = silentLogger } = dependencies
    const { apis, fetchIgnition } = dependencies
    const tenants = new AllTenantNodes({ apis, clock, random, log, delays: { ...DEFAULT_DELAYS, ...delays } })
    this.#behaviours = behaviours
    this.#services = { apis, fetchIgnition, tenants, slots: new Slots(CONCURRENCY), clock, random, log }
    this.#unsubscribe = behaviours.onChange((change) => this.#onBehaviours(change))
  }

  boot(boot: MachineBoot): void {
    const { uid } = boot.machine
    if (this.#machines.has(uid)) return
    const { clock, random } = this.#services
    const onChange = () => this.#tell(uid)
    const machine = new RunningMachine(boot, { behaviours: this.#behaviours, clock, random, onChange })
    this.#machines.set(uid, machine)
    const life = this.#live(machine).finally(() => this.#lives.delete(life))
    this.#lives.add(life)
  }

  stateOf(uid: string): MachineState | undefined {
    return this.#machines.get(uid)?.state
  }

  powerOff(uid: string): boolean {
    const machine = this.#machines.get(uid)
    if (!machine) return false
    this.#machines.delete(uid)
    machine.powerOff()
    return true
  }

  onChange(listener: (uid: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    for (const uid of [...this.#machines.keys()]) this.powerOff(uid)
    await Promise.all(this.#lives)
    await this.#services.tenants.closed()
  }

  /** Resolves when the machine is off. */
  async #live(machine: RunningMachine): Promise<void> {
    try {
      await liveAsMachine(machine, this.#services)
    } catch (error) {
      if (machine.signal.aborted) return
      const { name } = machine.boot.machine
      this.#services.log.error('A simulated machine broke', { Machine: name, error })
    }
  }

  #tell(uid: string): void {
    for (const listener of this.#listeners) listener(uid)
  }

  #onBehaviours({ kind, object }: BehaviourChange): void {
    if (kind !== undefined && kind !== MACHINE_KIND) return
    for (const machine of this.#machines.values()) {
      if (!object || objectKey(object) === objectKey(machine.boot.machine)) machine.wake()
    }
  }
}
