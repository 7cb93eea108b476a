import { HostedCluster } from '@skep/api'
import { newestCopies } from '@skep/controller'
import type { HypershiftParts } from '../contracts.ts'
import { createHostedClusterReads } from './reads.ts'
import { hostedClusterReconciler } from './reconciler.ts'
import type { HostedClusterParts } from './scope.ts'
import { hostedClusterSources, isOfOthers } from './sources.ts'
import { followStaticObjects } from './workloads/static-objects.ts'

/** How many hosted clusters are worked on at the same time. */
const WORKERS = 10

/** Adds the controller that makes control planes and the machinery around them for hosted clusters, and removes them. */
export function addHostedClusterControllers(shared: HypershiftParts): void {
  const reads = createHostedClusterReads(shared)
  const parts: HostedClusterParts = {
    ...shared,
    reads,
    statics: followStaticObjects(shared.client, shared.manager),
    copies: newestCopies(reads.hostedClusters),
  }
  shared.manager.add({
    name: 'hostedcluster',
    kind: HostedCluster,
    when: isOfOthers,
    watches: hostedClusterSources(parts),
    workers: WORKERS,
    reconcile: hostedClusterReconciler(parts),
  })
}
