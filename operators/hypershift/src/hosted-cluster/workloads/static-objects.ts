import { ClusterRole, ClusterRoleBinding, NetworkPolicy, Role, RoleBinding, ServiceAccount } from '@skep/api'
import { type Client, type ClientKind, type Draft, type Informer, metadataOf, type ObjectRef } from '@skep/client'
import type { Manager } from '@skep/controller'
import type { KubeObject, ObjectMeta } from '@skep/schema'
import { LABELS } from '../../control-plane/keys.ts'
import { ensureByHash } from '../ensure.ts'

/** Kinds of which control planes get objects that hardly ever change. */
export const STATIC_KINDS = [ServiceAccount, Role, RoleBinding, ClusterRole, ClusterRoleBinding, NetworkPolicy] as const

/** What such objects are known by. */
export const STATIC_LABELS = { [LABELS.managedBy]: 'hypershift-operator' }

/** Objects that hardly ever change, of which the metadata are all that is followed. */
export interface StaticObjects {
  /** Makes an object be as wanted. */
  ensure<T extends KubeObject>(kind: ClientKind<T>, wanted: Draft<T> & { metadata: ObjectMeta }): Promise<void>
  /** Deletes an object if it is there. */
  remove(kind: ClientKind, ref: ObjectRef): Promise<void>
}

/** Follows objects of the static kinds; call it before the manager starts. */
export function followStaticObjects(client: Client, manager: Manager): StaticObjects {
  const informers = new Map<string, Informer>(
    STATIC_KINDS.map((kind) => [
      kind.kind,
      manager.informersOf().of(metadataOf(kind), { labelSelector: STATIC_LABELS }),
    ]),
  )
  const find = (kind: ClientKind, { namespace, name = '' }: Partial<ObjectRef>) =>
    informers.get(kind.kind)?.get({ ...(namespace === undefined ? {} : { namespace }), name })
  return {
    remove: async (kind, ref) => {
      if (find(kind, ref)) await client.delete(kind, ref)
    },
    ensure: async (kind, wanted) => {
      const { metadata } = wanted
      const known = find(kind, metadata)
      const labels = { ...metadata.labels, ...STATIC_LABELS }
      await ensureByHash(client, kind, known, { ...wanted, metadata: { ...metadata, labels } })
    },
  }
}
