import type { MachineBoot, MachineProblem, MachineStage, MachineState, SimulatedMachines } from '../../contracts.ts'

/** Machines that do what a test says. */
export interface FakeMachines extends SimulatedMachines {
  /** How each machine was switched on that is on, by uid. */
  readonly on: ReadonlyMap<string, MachineBoot>
  /** Says how far a machine is. */
  put(uid: string, stage: MachineStage, problem?: MachineProblem): void
}

/** Machines that stay in the stage Provisioning until told otherwise. */
export function createFakeMachines(): FakeMachines {
  const on = new Map<string, MachineBoot>()
  const states = new Map<string, MachineState>()
  const listeners = new Set<(uid: string) => void>()
  return {
    on,
    boot: (boot) => {
      const { uid } = boot.machine
      if (on.has(uid)) return
      on.set(uid, boot)
      const stage = boot.joined || boot.provisioned ? 'FetchingIgnition' : 'Provisioning'
      states.set(uid, { stage, since: 0 })
    },
    stateOf: (uid) => states.get(uid),
    powerOff: (uid) => {
      states.delete(uid)
      return on.delete(uid)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => on.clear(),
    put: (uid, stage, problem) => {
      states.set(uid, { stage, since: 0, ...(problem ? { problem } : {}) })
      for (const listener of listeners) listener(uid)
    },
  }
}
