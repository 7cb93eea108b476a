import type { ClusterDeployment, Namespace } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, ClientKind, Draft, ObjectRef, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { DrivenChildren, DrivenClusters } from '../../driver-seam.ts'
import { type ClusterOrder, nameOf, namespaceOf } from '../manifests/order.ts'
import type { SshKey } from '../manifests/ssh-key.ts'
import type { Claim } from '../shard/kinds.ts'
import type { Session } from '../shard/session.ts'

/** What the steps need beside the cluster and its shard. */
export interface StepParts {
  readonly clusters: DrivenClusters
  readonly children: DrivenChildren
  /** What nodes pull images with, as a docker config. */
  readonly pullSecret: string
  readonly installAttemptsLimit: number
  /** Has a cluster looked at again once there is news of it, which is in a moment at the latest. */
  readonly expectNews: (clusterId: string) => void
  readonly generateSshKey: () => Promise<SshKey>
}

/** A cluster in hand, on a shard that can be used. */
export interface ClusterScope {
  readonly parts: StepParts
  readonly order: ClusterOrder
  readonly session: Session
  readonly signal: AbortSignal
}

/** What a shard has of a cluster, as far as is known; it may be a moment behind. */
export interface KnownObjects {
  readonly namespace: Stored<Namespace> | undefined
  readonly claim: Stored<Claim> | undefined
  readonly deployment: Stored<ClusterDeployment> | undefined
}

/** The name of the claim and the ClusterDeployment of a cluster. */
export const refOf = (order: ClusterOrder): ObjectRef => ({ namespace: namespaceOf(order), name: nameOf(order) })

/** Looks up what a shard has of a cluster, without asking it. */
export function knownOf({ session, order }: ClusterScope): KnownObjects {
  const ref = refOf(order)
  return {
    namespace: session.namespaces.get({ name: namespaceOf(order) }),
    claim: session.claims.get(ref),
    deployment: session.deployments.get(ref),
  }
}

/** Creates an object; undefined when it is there already, since names are fixed and nobody else uses them. */
export async function createOnce<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  draft: Draft<T>,
  signal: AbortSignal,
): Promise<Stored<T> | undefined> {
  try {
    return await client.create(kind, draft, { signal })
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return undefined
    throw error
  }
}
