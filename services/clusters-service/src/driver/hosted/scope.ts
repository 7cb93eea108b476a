import type { Clock } from '@skep/base'
import type { Client, ObjectRef } from '@skep/client'
import type { CatalogVersion } from '../../driver-seam.ts'
import { type ClusterOrder, nameOf, namespaceOf } from '../manifests/order.ts'
import type { StepParts } from '../steps/scope.ts'
import type { HostedSession } from './session.ts'

/** What the steps of hosted clusters need beside the cluster and its shard. */
export interface HostedParts extends StepParts {
  /** The versions that shards offer. */
  readonly versions: () => readonly CatalogVersion[]
  /** A client of a cluster, by the kubeconfig of its administrator. */
  readonly enterCluster: (kubeconfig: string) => Client
  readonly clock: Clock
}

/** A hosted cluster in hand, on a shard that can be used. */
export interface HostedScope {
  readonly parts: HostedParts
  readonly order: ClusterOrder
  readonly session: HostedSession
  readonly signal: AbortSignal
}

/** The HostedCluster of a cluster. */
export const hostedRef = (order: ClusterOrder): ObjectRef => ({ namespace: namespaceOf(order), name: nameOf(order) })

/** The NodePool of one of its node pools. */
export const nodePoolRef = (order: ClusterOrder, poolId: string): ObjectRef => ({
  namespace: namespaceOf(order),
  name: `${nameOf(order)}-${poolId}`,
})

/**
 * The image of a release; undefined while no shard has told of it. Simulated releases are tagged by the name of their
 * version, which HyperShift does not understand: it takes the number.
 */
export function releaseImage({ parts }: HostedScope, version: string | undefined): string | undefined {
  const known = parts.versions().find(({ raw_id }) => raw_id === version)
  if (!known) return undefined
  const { id, raw_id, release_image: image } = known
  return image.endsWith(`:${id}`) ? `${image.slice(0, -id.length)}${raw_id}-multi` : image
}
