import { ClusterProvision } from '@skep/api'
import { createRandom } from '@skep/base'
import type { IndexFunction, Stored } from '@skep/client'
import type { Manager } from '@skep/controller'
import { deploymentNames } from '../../naming.ts'
import type { HiveParts } from '../parts.ts'
import type { Deployment } from './scope.ts'

const INDEX = 'deployment'

const byDeployment: IndexFunction<ClusterProvision> = ({ metadata, spec }) => [
  `${metadata.namespace}/${spec.clusterDeploymentRef.name}`,
]

const informerOf = (manager: Manager) =>
  manager.informersOf().of(ClusterProvision, { indexes: { [INDEX]: byDeployment } })

/** Lets provisions be found by their cluster; before the manager starts. */
export const indexProvisions = (manager: Manager): void => void informerOf(manager)

/** The provisions of a cluster, oldest first; what happened a moment ago may be missing. */
export const provisionsOf = ({
  parts,
  deployment,
}: {
  parts: HiveParts
  deployment: Deployment
}): Stored<ClusterProvision>[] =>
  informerOf(parts.manager)
    .find(INDEX, `${deployment.metadata.namespace}/${deployment.metadata.name}`)
    .sort((a, b) => a.spec.attempt - b.spec.attempt)

/** The name of an attempt. Its random end is that of the cluster's uid, so that making it twice makes it once. */
export const provisionNameOf = ({ metadata }: Deployment, attempt: number): string =>
  deploymentNames.provision(metadata.name, attempt, createRandom(`${metadata.uid}/${attempt}`))
