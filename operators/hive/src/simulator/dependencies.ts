import { AccountClaim, type ClusterDeployment, ProjectClaim } from '@skep/api'
import type { IndexFunction, Informer, Informers, ObjectRef, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { Behaviours, ConditionTemplate } from '@skep/sim'

/** The label by which a service marks what belongs to one cluster. */
export const CLUSTER_ID_LABEL = 'api.openshift.com/id'
const CLOUD_LABEL = 'cloud-provider'
const CLUSTER_INDEX = 'simulator/cluster'

/** What a ClusterDeployment waits for. */
export type Dependency = 'none' | 'waiting' | ConditionTemplate

type Claim = Stored<KubeObject & { status?: { state?: string } }>

/** Finds objects by namespace and the id of the cluster that they belong to. */
const byCluster: IndexFunction = ({ metadata: { namespace, labels } }) => {
  const id = labels?.[CLUSTER_ID_LABEL]
  return id === undefined ? [] : [`${namespace}/${id}`]
}

/** Finds what belongs to the same cluster, in the same namespace, without looking at anything else. */
export function findsSameCluster<T extends KubeObject>(
  informer: Informer<T>,
): (object: Stored<KubeObject>) => Stored<T>[] {
  informer.addIndex(CLUSTER_INDEX, byCluster)
  return (object) => byCluster(object).flatMap((value) => informer.find(CLUSTER_INDEX, value))
}

/** The names of what was found. */
export const namesOf = (objects: readonly Stored<KubeObject>[]): ObjectRef[] =>
  objects.map(({ metadata: { namespace = '', name } }) => ({ namespace, name }))

/** What ClusterDeployments have to wait for: a claim for the same cluster that is ready, as the configuration says. */
export function createDependencies(
  informers: Informers,
  behaviours: Behaviours,
): (deployment: Stored<ClusterDeployment>) => Dependency {
  const accountClaimsOf = findsSameCluster(informers.of(AccountClaim))
  const projectClaimsOf = findsSameCluster(informers.of(ProjectClaim))
  return (deployment) => {
    const { labels } = deployment.metadata
    if (labels?.[CLUSTER_ID_LABEL] === undefined) return 'none'
    const { settings } = behaviours.of('ClusterDeployment')
    switch (labels[CLOUD_LABEL] ?? 'aws') {
      case 'aws':
        return settings['dependsOnAccountClaim'] ? judge('Account', accountClaimsOf(deployment)) : 'none'
      case 'gcp':
        return settings['dependsOnProjectClaim'] ? judge('Project', projectClaimsOf(deployment)) : 'none'
      default:
        return 'none'
    }
  }
}

function judge(what: 'Account' | 'Project', claims: readonly Claim[]): Dependency {
  if (claims.some(({ status }) => status?.state === 'Ready')) return 'none'
  const failed = claims.find(({ status }) => status?.state === 'Error')
  if (!failed) return 'waiting'
  return {
    type: 'RequirementsMet',
    status: 'False',
    reason: `${what}ClaimFailed`,
    message: `${what}Claim ${failed.metadata.name} is in state Error`,
  }
}
