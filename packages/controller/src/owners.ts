import type { ClientKind, Stored } from '@skep/client'
import { apiVersionOf, type KubeObject, type OwnerReference } from '@skep/schema'

/**
 * The reference by which an object is controlled: it goes when its owner goes, and its changes bring the owner to work
 * (`owns` of a controller).
 */
export const controllerReference = <T extends KubeObject>(
  kind: ClientKind<T>,
  { metadata: { name, uid } }: Stored<T>,
): OwnerReference => ({
  apiVersion: apiVersionOf(kind),
  kind: kind.kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
})

/** Whether an object is controlled by another. */
export const isControlledBy = ({ metadata }: KubeObject, owner: Stored): boolean =>
  (metadata.ownerReferences ?? []).some(({ controller, uid }) => controller === true && uid === owner.metadata.uid)
