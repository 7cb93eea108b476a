import { workQueue } from '@skep/database'
import { CLUSTER_QUEUE } from '../driver-seam.ts'

/** The durable queue that makes sure that every change of a cluster is acted upon. */
export const clusterQueue = workQueue(CLUSTER_QUEUE)
