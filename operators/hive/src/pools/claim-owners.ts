import { Role, RoleBinding } from '@skep/api'
import type { Client } from '@skep/client'
import { type Json, jsonEqual } from '@skep/schema'
import type { PoolDeployment } from './clusters.ts'
import { CLAIM_OWNER } from './names.ts'
import type { Claim } from './scope.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** Lets those whom a claim names look after the cluster, and get into it. */
export async function admitOwners(client: Client, { spec }: Claim, deployment: PoolDeployment): Promise<void> {
  const { subjects = [] } = spec
  if (subjects.length === 0) return
  const metadata = { namespace: deployment.metadata.namespace ?? '', name: CLAIM_OWNER }
  const rules = rulesFor(deployment)
  const role = await client.get(Role, metadata)
  if (!isSame(role?.rules, rules)) await client.apply(Role, { metadata, rules }, { force: true })
  const binding = await client.get(RoleBinding, metadata)
  if (isSame(binding?.subjects, subjects)) return
  const roleRef = { apiGroup: RBAC, kind: 'Role', name: CLAIM_OWNER }
  await client.apply(RoleBinding, { metadata, subjects, roleRef }, { force: true })
}

// Parts of objects are JSON; that they are interfaces hides it from the compiler.
const isSame = (a: unknown, b: unknown): boolean => jsonEqual(a as Json | undefined, b as Json)

/** Everything of Hive, and the Secrets by which one gets into the cluster. */
function rulesFor({ spec: { clusterMetadata } }: PoolDeployment) {
  if (!clusterMetadata) throw new Error('ClusterDeployment does not have ClusterMetadata')
  const { adminKubeconfigSecretRef, adminPasswordSecretRef, metadataJSONSecretRef } = clusterMetadata
  const names = [adminKubeconfigSecretRef, adminPasswordSecretRef, metadataJSONSecretRef].flatMap(
    (ref) => ref?.name || [],
  )
  return [
    { apiGroups: ['hive.openshift.io'], resources: ['*'], verbs: ['*'] },
    { apiGroups: [''], resources: ['secrets'], resourceNames: names, verbs: ['get'] },
  ]
}

/** Takes that back. */
export async function expelOwners(client: Client, { metadata: { namespace } }: PoolDeployment): Promise<void> {
  await client.delete(RoleBinding, { namespace, name: CLAIM_OWNER })
  await client.delete(Role, { namespace, name: CLAIM_OWNER })
}
