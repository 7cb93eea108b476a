import { Namespace, RoleBinding } from '@skep/api'
import type { Informer } from '@skep/client'
import { asJson, jsonEqual } from '@skep/schema'
import { POOL_LABELS } from './names.ts'
import type { PoolStep } from './scope.ts'

/** Who is bound to this ClusterRole in the namespace of a pool may look after its clusters, too. */
export const POOL_ADMIN_ROLE = 'hive-cluster-pool-admin'
const BINDING = 'hive-cluster-pool-admin-binding'

/** Gives the administrators of a pool access to the namespaces of its clusters. */
export const admitAdmins =
  (bindings: Informer<RoleBinding>): PoolStep =>
  async (_ctx, { parts: { client }, pool }) => {
    const admins = bindings
      .list(pool.metadata.namespace)
      .filter(({ roleRef }) => roleRef.kind === 'ClusterRole' && roleRef.name === POOL_ADMIN_ROLE)
    const subjects = admins.flatMap((binding) => binding.subjects ?? [])
    if (subjects.length === 0) return {}
    const labelSelector = { [POOL_LABELS.namespaceOf]: pool.metadata.name }
    const { items } = await client.list(Namespace, { labelSelector })
    for (const { metadata } of items) {
      if (metadata.deletionTimestamp !== undefined) continue
      const known = bindings.get({ namespace: metadata.name, name: BINDING })
      if (jsonEqual(asJson(known?.subjects ?? []), asJson(subjects))) continue
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: POOL_ADMIN_ROLE }
      await client.apply(
        RoleBinding,
        { metadata: { namespace: metadata.name, name: BINDING }, subjects, roleRef },
        { force: true },
      )
    }
    return {}
  }
