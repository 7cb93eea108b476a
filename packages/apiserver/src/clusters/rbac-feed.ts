import type { Entry, StoreEvent } from '@skep/store'
import type { RbacIndex, RbacKind, RbacObject } from '../auth/authz/rbac-index.ts'
import type { GroupResource } from '../contracts.ts'
import { nameOf, namespaceOf } from '../registry/collection.ts'
import { parseObject } from '../registry/object-bytes.ts'
import { isWhiteout } from '../registry/overlaid-bucket.ts'
import { parseBucketName } from './bucket-names.ts'

const GROUP = 'rbac.authorization.k8s.io'
const KINDS: Readonly<Record<string, RbacKind>> = {
  roles: 'Role',
  clusterroles: 'ClusterRole',
  rolebindings: 'RoleBinding',
  clusterrolebindings: 'ClusterRoleBinding',
}

export const isRbacBucket = (bucket: string): boolean => bucket.includes(`/${GROUP}/`)

/** Reads roles and bindings into an index, from wherever they are. */
export function loadRbac(index: RbacIndex, entriesOf: (at: GroupResource) => Iterable<Entry>): void {
  for (const [resource, kind] of Object.entries(KINDS)) {
    for (const entry of entriesOf({ group: GROUP, resource })) note(index, kind, entry, isWhiteout(entry))
  }
}

/** Tells the index of the cluster, if it has one by now, of a change. */
export function noteRbacEvent(
  indexOf: (clusterId: string) => RbacIndex | undefined,
  { type, entry }: StoreEvent,
): void {
  const content = parseBucketName(entry.bucket)
  const kind = content && KINDS[content.resource]
  const index = content && indexOf(content.clusterId)
  if (kind && index) note(index, kind, entry, type === 'delete' || isWhiteout(entry))
}

function note(index: RbacIndex, kind: RbacKind, entry: Entry, gone: boolean): void {
  if (gone) index.delete({ kind, namespace: namespaceOf(entry.key), name: nameOf(entry.key) })
  // The bucket holds objects of this kind alone, which were validated when they were written.
  else index.set(parseObject(entry.value) as RbacObject)
}
