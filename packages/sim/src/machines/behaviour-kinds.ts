import type { BehaviourKind, StateBehaviour } from '../behaviour/contracts.ts'

/** What a machine goes through, by the names that behaviours know. */
export type MachineState = 'Provisioning' | 'Ignition' | 'Joining' | 'Networking'

/** The kind of which machines are, to behaviours. */
export const MACHINE_KIND = 'Machine'

const lasting = (name: MachineState, durationSeconds: number): StateBehaviour => ({
  name,
  durationSeconds,
  conditions: [],
})

/**
 * How machines behave unless told otherwise. A failure at a state means that the machine never gets past it: the
 * provider does not make it (Provisioning), it does not fetch its configuration (Ignition), its kubelet does not start
 * (Joining), or its node is not ready (Networking); the last also befalls a machine that is ready. A failure with the
 * condition `Failed` is for good.
 */
export const MACHINE_BEHAVIOUR_KINDS: readonly BehaviourKind[] = [
  {
    kind: MACHINE_KIND,
    section: 'machine',
    plural: 'machines',
    hasFixedStates: true,
    defaults: {
      defaultDelaySeconds: 0,
      states: [lasting('Provisioning', 60), lasting('Ignition', 30), lasting('Joining', 80), lasting('Networking', 10)],
      failureScenarios: [],
      settings: {},
    },
  },
]
