import type { ClusterDeployment } from '@skep/api'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import { type ClaimView, isClaimReady, observeClaim } from './claim.ts'
import { provisionError } from './error-codes.ts'
import { observeInstalled } from './installed.ts'
import { observeInstalling } from './installing.ts'
import { type Observed, observationOf } from './observed.ts'

/** What a shard has of one cluster. */
export interface ShardView {
  readonly shardId: string
  /** Whether the cluster's namespace is there and not on its way out. */
  readonly namespaceExists: boolean
  readonly claim?: ClaimView
  readonly deployment?: ClusterDeployment
}

/** How a cluster does that nobody wants deleted, from what its shard has of it. */
export function observeCluster(record: ClusterRecord, view: ShardView, now: number): Observed {
  const { deployment } = view
  if (!deployment) return wasBuilt(record) ? observeLoss(record, view) : observeClaim(view.claim)
  if (deployment.spec.installed) {
    const { observation, ...rest } = observeInstalled(deployment, record.desiredPowerState, now)
    return {
      observation: { ...versionOrdered(record), ...observation, baseDomain: deployment.spec.baseDomain },
      ...rest,
    }
  }
  const installing = observeInstalling(deployment, now)
  return { ...installing, observation: { ...installing.observation, ...metadataOf(deployment) } }
}

/** Whether anything was built in the cloud; without that, what is missing on the shard can simply be made again. */
export const wasBuilt = ({ cluster }: ClusterRecord): boolean => cluster.infra_id !== undefined

/** Whether the ClusterDeployment is to be made now. */
export const mayDeploy = (record: ClusterRecord, view: ShardView): boolean =>
  view.deployment === undefined && !wasBuilt(record) && isClaimReady(view.claim)

/** Somebody else removed what describes the cluster: it may still run, and nobody may build a second one over it. */
function observeLoss(record: ClusterRecord, { shardId, namespaceExists }: ShardView): Observed {
  const lost = namespaceExists
    ? `ClusterDeployment ${record.namespace}/${record.cluster.name}`
    : `namespace ${record.namespace}`
  const message =
    `shard ${shardId}: ${lost} is gone, and with it what is known of the cloud resources of infra id ` +
    `${record.cluster.infra_id}; restore it on the shard, or delete the cluster and remove the resources by hand`
  const error = provisionError(undefined, message)
  return { observation: observationOf({ state: 'error', description: message, error }) }
}

/** What is known before the end of an installation. */
const metadataOf = ({ spec }: ClusterDeployment) => ({
  baseDomain: spec.baseDomain,
  ...(spec.clusterMetadata?.infraID ? { infraId: spec.clusterMetadata.infraID } : {}),
  ...(spec.clusterMetadata?.clusterID ? { externalId: spec.clusterMetadata.clusterID } : {}),
})

/** The version that was ordered is the one that runs, until Hive knows better. */
const versionOrdered = ({ cluster }: ClusterRecord) =>
  cluster.version?.raw_id === undefined ? {} : { openshiftVersion: cluster.version.raw_id }
