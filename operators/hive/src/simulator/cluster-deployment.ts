import { ClusterDeployment, Secret } from '@skep/api'
import { formatTime, type Random } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import type { ConditionTemplate, RecordedStep, TenantClusters } from '@skep/sim'
import { findHiveCondition, hasHiveStatus } from '../conditions.ts'
import { FINALIZERS } from '../labels.ts'
import { failureCondition, withChanges, withConditions, withoutCondition } from './conditions.ts'
import { createSecretIfMissing } from './create-if-missing.ts'
import type { Dependency } from './dependencies.ts'
import type { StateMachine } from './state-machine.ts'

const DEFAULT_BASE_DOMAIN = 'example.com'
/** Masters take pods where there are no workers; three nodes are enough to look like a cluster. */
const WORKERS = 0

const PROVISIONING: ConditionTemplate = {
  type: 'Provisioned',
  status: 'False',
  reason: 'Provisioning',
  message: 'Cluster is provisioning',
}
const PROVISIONED: ConditionTemplate = {
  type: 'Provisioned',
  status: 'True',
  reason: 'Provisioned',
  message: 'Cluster is provisioned',
}

/** What ClusterDeployments are simulated with. */
export interface ClusterDeploymentParts {
  readonly client: Client
  readonly tenants: TenantClusters
  readonly random: Random
  dependencyOf(deployment: Stored<ClusterDeployment>): Dependency
}

/** A cluster on its way from an order to a kubeconfig that works. */
export function clusterDeploymentMachine(parts: ClusterDeploymentParts): StateMachine<ClusterDeployment> {
  return {
    kind: ClusterDeployment,
    finalizer: FINALIZERS.deprovision,
    isDone: ({ spec }) => spec.installed === true,
    mustWait: (deployment, now) => mustWait(deployment, parts.dependencyOf(deployment), now),
    enter: (deployment, { name, conditions, recorded }, now) => {
      if (recorded) return relive(deployment, recorded, now)
      const status = statusOf(deployment)
      if (name === 'Provisioning') status.provisionRef = { name: `${deployment.metadata.name}-provision` }
      if (name === 'Installing') Object.assign(status, urlsOf(deployment))
      const provisioned = status.provisionRef ? [PROVISIONING] : []
      status.conditions = withConditions(status.conditions, [...conditions, ...provisioned], now)
    },
    fail: (deployment, failure, now) => {
      const status = statusOf(deployment)
      status.provisionRef = { name: `${deployment.metadata.name}-provision-failed` }
      status.conditions = withConditions(status.conditions, [failureCondition(failure)], now)
    },
    recover: (deployment, condition) => {
      const status = statusOf(deployment)
      status.provisionRef = { name: `${deployment.metadata.name}-provision` }
      status.conditions = withoutCondition(status.conditions, condition)
    },
    complete: (deployment, now) => complete(parts, deployment, now),
    remove: (deployment) => removeCluster(parts, deployment),
  }
}

/** Shows what another one showed: its conditions as they were, and addresses and names that are its own. */
function relive(deployment: Stored<ClusterDeployment>, { conditions, removes, sets }: RecordedStep, now: number): void {
  const status = statusOf(deployment)
  if (sets.includes('provisionRef')) status.provisionRef = { name: `${deployment.metadata.name}-provision` }
  if (sets.includes('apiURL')) Object.assign(status, urlsOf(deployment))
  status.conditions = withChanges(status.conditions, conditions, removes, now)
}

/** A claim that failed is said; that it is no longer so is said as well. */
function mustWait(deployment: Stored<ClusterDeployment>, dependency: Dependency, now: number): boolean {
  const unmet = typeof dependency === 'object' ? dependency : undefined
  const { conditions } = deployment.status ?? {}
  if (unmet) statusOf(deployment).conditions = withConditions(conditions, [unmet], now)
  else if (findHiveCondition(conditions, 'RequirementsMet')?.status === 'False') {
    statusOf(deployment).conditions = withoutCondition(conditions, 'RequirementsMet')
  }
  return dependency !== 'none'
}

async function complete(
  { client, tenants, random }: ClusterDeploymentParts,
  deployment: Stored<ClusterDeployment>,
  now: number,
): Promise<void> {
  const { name, namespace, uid } = deployment.metadata
  const secrets = secretNamesOf(deployment)
  // The uid is an id that stays the same when this has to be done again.
  const tenant = await tenants.ensure(uid, { workers: WORKERS })
  const kubeconfig = await tenant.kubeconfig()
  await Promise.all([
    createSecretIfMissing(
      client,
      { namespace, name: secrets.kubeconfig },
      { kubeconfig, 'raw-kubeconfig': kubeconfig },
    ),
    createSecretIfMissing(
      client,
      { namespace, name: secrets.password },
      { username: 'kubeadmin', password: newPassword(random) },
    ),
  ])
  const status = statusOf(deployment)
  Object.assign(status, urlsOf(deployment), { installedTimestamp: formatTime(now) })
  status.provisionRef ??= { name: `${name}-provision` }
  // One that replays has said so already, in the words of the one that was recorded.
  const isSaid = hasHiveStatus(status.conditions, PROVISIONED.type, 'True')
  if (!isSaid) status.conditions = withConditions(status.conditions, [PROVISIONED], now)
  deployment.spec.installed = true
  deployment.spec.clusterMetadata = {
    clusterID: uid,
    infraID: `${name}-infra`,
    adminKubeconfigSecretRef: { name: secrets.kubeconfig },
    adminPasswordSecretRef: { name: secrets.password },
  }
}

async function removeCluster(
  { client, tenants }: ClusterDeploymentParts,
  deployment: Stored<ClusterDeployment>,
): Promise<void> {
  const { namespace, uid } = deployment.metadata
  const secrets = Object.values(secretNamesOf(deployment))
  await Promise.all([tenants.remove(uid), ...secrets.map((name) => client.delete(Secret, { namespace, name }))])
}

const secretNamesOf = ({ metadata: { name } }: Stored<ClusterDeployment>) => ({
  kubeconfig: `${name}-admin-kubeconfig`,
  password: `${name}-admin-password`,
})

function urlsOf({ metadata: { name }, spec }: Stored<ClusterDeployment>) {
  const domain = `${name}.${spec.baseDomain || DEFAULT_BASE_DOMAIN}`
  return { apiURL: `https://api.${domain}:6443`, webConsoleURL: `https://console-openshift-console.apps.${domain}` }
}

/** Four groups of five letters, as the installer makes them. */
function newPassword(random: Random): string {
  const letters = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
  return Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => random.pick(letters)).join('')).join('-')
}

const statusOf = (deployment: Stored<ClusterDeployment>): NonNullable<ClusterDeployment['status']> =>
  (deployment.status ??= {})
