import type { BehaviourKind } from '@skep/sim'

/** Clusters that wait a second, prepare for two and install for one. */
export const CLUSTER_BEHAVIOUR: BehaviourKind = {
  kind: 'ClusterDeployment',
  section: 'clusterDeployment',
  plural: 'clusterDeployments',
  defaults: {
    defaultDelaySeconds: 5,
    states: [
      { name: 'Pending', durationSeconds: 1, conditions: [] },
      { name: 'Provisioning', durationSeconds: 2, conditions: [] },
      { name: 'Installing', durationSeconds: 1, conditions: [] },
      { name: 'Running', durationSeconds: 1, conditions: [] },
    ],
    failureScenarios: [],
    settings: {},
  },
}
