import { ClusterApiCluster } from '@skep/api'
import { isFalse, isTrue, type Statement } from '../conditions/conditions.ts'
import { mirror } from '../conditions/merge.ts'
import { conditionsOf, endpointOf, failureOf } from '../contract.ts'
import { isDeleting } from '../objects.ts'
import { ownerReference, takeOwnership } from '../ownership.ts'
import { type External, type Reference, referenceOf } from '../references.ts'
import { type ClusterScope, endpointOfCluster } from './scope.ts'

/** Finds an object that a cluster refers to, makes it the cluster's, and takes over its failures. */
export async function followReference(scope: ClusterScope, ref: Reference | undefined): Promise<External | undefined> {
  const { cluster, parts } = scope
  const { namespace, name } = cluster.metadata
  const reference = referenceOf(ref)
  const found = reference && (await parts.externals.get(reference, namespace))
  if (!found) return undefined
  const owner = ownerReference(ClusterApiCluster, cluster)
  const object = await takeOwnership(parts, reference, found, { owner, clusterName: name })
  Object.assign(cluster.status, failureOf(object))
  return object
}

/** What a cluster says of an object that it refers to: what that says of itself, or whether it is ready. */
export function mirrorOf(
  { cluster }: ClusterScope,
  type: string,
  object: External,
  { isReady, waiting }: { readonly isReady: boolean; readonly waiting: string },
): Statement {
  const fallback = isReady ? isTrue(type) : isFalse(type, waiting, 'Info')
  return mirror(type, conditionsOf(object), isDeleting(cluster) ? isFalse(type, 'Deleting', 'Info') : fallback)
}

/** Takes over where the API is reached, unless that is known. */
export function takeEndpoint(scope: ClusterScope, object: External): void {
  const endpoint = endpointOfCluster(scope) ? undefined : endpointOf(object)
  if (endpoint) scope.specPatch.controlPlaneEndpoint = endpoint
}
