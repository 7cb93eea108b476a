import type { BehaviourKind, StateBehaviour } from '@skep/sim'

const stage = (name: string, durationSeconds: number): StateBehaviour => ({ name, durationSeconds, conditions: [] })

/**
 * How clusters become managed unless a configuration says otherwise. One that fails at Importing is never imported, at
 * Registration its agent never joins, and at Agent it falls silent.
 */
export const MCE_BEHAVIOUR_KINDS: readonly BehaviourKind[] = [
  {
    kind: 'ManagedCluster',
    section: 'managedCluster',
    plural: 'managedClusters',
    hasFixedStates: true,
    defaults: {
      defaultDelaySeconds: 0,
      states: [stage('Importing', 5), stage('Registration', 10), stage('Agent', 0)],
      failureScenarios: [],
      settings: {},
    },
  },
]

/** A stage in the life of a managed cluster. */
export type ManagedClusterStage = 'Importing' | 'Registration' | 'Agent'
