import type { BehaviourKind, StateBehaviour } from '@skep/sim'

/** How far the control plane of a hosted cluster is. */
export type ControlPlaneStage = 'Infrastructure' | 'Etcd' | 'KubeAPIServer' | 'Components' | 'ClusterVersion'

const stage = (name: ControlPlaneStage, durationSeconds: number): StateBehaviour => ({
  name,
  durationSeconds,
  conditions: [],
})

const hostedCluster: BehaviourKind = {
  kind: 'HostedCluster',
  section: 'hostedCluster',
  plural: 'hostedClusters',
  hasFixedStates: true,
  defaults: {
    defaultDelaySeconds: 0,
    states: [
      stage('Infrastructure', 18),
      stage('Etcd', 40),
      stage('KubeAPIServer', 30),
      stage('Components', 60),
      stage('ClusterVersion', 270),
    ],
    failureScenarios: [],
    settings: {},
  },
}

/** Node pools take no time of their own: their machines do. They can be made to fail. */
const nodePool: BehaviourKind = {
  kind: 'NodePool',
  section: 'nodePool',
  plural: 'nodePools',
  hasFixedStates: true,
  defaults: {
    defaultDelaySeconds: 0,
    states: [
      { name: 'Provisioning', durationSeconds: 0, conditions: [] },
      // How long a node that is updated in place is busy with it.
      { name: 'Updating', durationSeconds: 120, conditions: [] },
    ],
    failureScenarios: [],
    settings: {},
  },
}

/** The kinds that the operator simulates, and how they behave unless a configuration says otherwise. */
export const HYPERSHIFT_BEHAVIOUR_KINDS: readonly BehaviourKind[] = [hostedCluster, nodePool]
