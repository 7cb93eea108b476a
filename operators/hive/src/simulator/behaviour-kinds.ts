import type { BehaviourKind, ConditionTemplate, ImageSetConfig, StateBehaviour } from '@skep/sim'

const condition = (
  type: string,
  status: ConditionTemplate['status'],
  reason: string,
  message: string,
): ConditionTemplate => ({ type, status, reason, message })

const state = (name: string, durationSeconds: number, ...conditions: ConditionTemplate[]): StateBehaviour => ({
  name,
  durationSeconds,
  conditions,
})

/** The state in which a behaviour lets the removal of a cluster fail. */
export const DEPROVISIONING_STATE = 'Deprovisioning'

const clusterDeployment: BehaviourKind = {
  kind: 'ClusterDeployment',
  section: 'clusterDeployment',
  plural: 'clusterDeployments',
  moreStates: [DEPROVISIONING_STATE],
  defaults: {
    defaultDelaySeconds: 5,
    states: [
      state('Pending', 1),
      state('Provisioning', 2, condition('DeprovisionLaunchError', 'False', 'Provisioning', 'Cluster is provisioning')),
      state('Installing', 1, condition('DNSNotReady', 'False', 'DNSReady', 'DNS is ready')),
      state(
        'Running',
        1,
        condition('ClusterDeploymentCompleted', 'True', 'ClusterDeploymentCompleted', 'Cluster deployment is complete'),
      ),
    ],
    failureScenarios: [],
    settings: { dependsOnAccountClaim: true, dependsOnProjectClaim: true },
  },
}

const accountClaim: BehaviourKind = {
  kind: 'AccountClaim',
  section: 'accountClaim',
  plural: 'accountClaims',
  defaults: {
    defaultDelaySeconds: 3,
    states: [
      state('Pending', 2, condition('Unclaimed', 'True', 'AccountPending', 'Account claim is pending')),
      state('Ready', 1, condition('Claimed', 'True', 'AccountClaimed', 'Account has been claimed')),
    ],
    failureScenarios: [],
    settings: {},
  },
}

const projectClaim: BehaviourKind = {
  kind: 'ProjectClaim',
  section: 'projectClaim',
  plural: 'projectClaims',
  defaults: {
    defaultDelaySeconds: 4,
    states: [
      state('Pending', 1, condition('Pending', 'True', 'ProjectPending', 'Project claim is pending')),
      state(
        'PendingProject',
        2,
        condition('PendingProject', 'True', 'ProjectCreating', 'GCP project is being created'),
      ),
      state('Ready', 1, condition('Ready', 'True', 'ProjectReady', 'GCP project is ready')),
    ],
    failureScenarios: [],
    settings: {},
  },
}

/** The kinds that Hive and the account operators simulate, and how they behave unless a configuration says otherwise. */
export const HIVE_BEHAVIOUR_KINDS: readonly BehaviourKind[] = [clusterDeployment, accountClaim, projectClaim]

/** The releases there are when a configuration names none. */
export const DEFAULT_IMAGE_SETS: readonly ImageSetConfig[] = ['4.12.0', '4.13.0', '4.14.0', '4.15.0'].map(
  (version) => ({ name: `openshift-v${version}`, visible: true }),
)
