import type { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import { hasHiveStatus } from '../conditions.ts'
import { relocationOf } from '../full/deployment/relocation.ts'
import { isTrue } from '../full/platforms.ts'
import { ANNOTATIONS } from '../labels.ts'

/** Whether nobody may touch a cluster now: people paused it, or it is about to belong to another Hive. */
export const isPausedOrRelocating = (deployment: Stored<ClusterDeployment>): boolean =>
  isTrue(deployment.metadata.annotations, ANNOTATIONS.reconcilePause) || relocationOf(deployment) !== undefined

/** Whether a cluster is known to answer. One that sleeps does not, whatever was seen before. */
export const isReachable = ({ status }: Stored<ClusterDeployment>): boolean =>
  hasHiveStatus(status?.conditions, 'Unreachable', 'False') && status?.powerState !== 'Hibernating'
