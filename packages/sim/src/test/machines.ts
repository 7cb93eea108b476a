import type { BehaviourKind, KindBehaviour } from '../behaviour/contracts.ts'

/** How machines behave, in tests of behaviours. */
export const MACHINE: KindBehaviour = {
  defaultDelaySeconds: 5,
  states: [
    { name: 'Off', durationSeconds: 1, conditions: [] },
    { name: 'Booting', durationSeconds: 3, conditions: [] },
    { name: 'Up', durationSeconds: 1, conditions: [] },
  ],
  failureScenarios: [],
  settings: { needsPower: true },
}

/** A made-up kind, in tests of behaviours. */
export const MACHINE_KIND: BehaviourKind = {
  kind: 'Machine',
  section: 'machine',
  plural: 'machines',
  defaults: MACHINE,
}
