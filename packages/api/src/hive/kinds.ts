import { ClusterDeployment } from './cluster-deployment.ts'
import { ClusterDeprovision } from './cluster-deprovision.ts'
import { ClusterImageSet } from './cluster-image-set.ts'
import { ClusterProvision } from './cluster-provision.ts'

/** The kinds of Hive, to install on a cluster. */
export const hiveKinds = [ClusterDeployment, ClusterDeprovision, ClusterImageSet, ClusterProvision] as const
