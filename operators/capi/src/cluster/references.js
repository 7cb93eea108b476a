import { ClusterApiCluster } from '@skep/api'
import { isFalse, isTrue } from '../conditions/conditions.js'
import { mirror } from '../conditions/merge.js'
import { conditionsOf, endpointOf, failureOf } from '../contract.js'
import { isDeleting } from '../objects.js'
import { ownerReference, takeOwnership } from '../ownership.js'
import { referenceOf } from '../references.js'
import { endpointOfCluster } from './scope.js'
/** Finds an object that a cluster refers to, makes it the cluster's, and takes over its failures. */
export async function followReference(scope, ref) {
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
export function mirrorOf({ cluster }, type, object, { isReady, waiting }) {
  const fallback = isReady ? isTrue(type) : isFalse(type, waiting, 'Info')
  return mirror(type, conditionsOf(object), isDeleting(cluster) ? isFalse(type, 'Deleting', 'Info') : fallback)
}
/** Takes over where the API is reached, unless that is known. */
export function takeEndpoint(scope, object) {
  const endpoint = endpointOfCluster(scope) ? undefined : endpointOf(object)
  if (endpoint) scope.specPatch.controlPlaneEndpoint = endpoint
}
//# sourceMappingURL=references.js.map
