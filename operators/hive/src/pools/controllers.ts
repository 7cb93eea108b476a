import {
  ClusterDeployment,
  ClusterDeploymentCustomization,
  ClusterImageSet,
  ClusterPool,
  HiveClusterClaim,
  Namespace,
  Role,
  RoleBinding,
} from '@skep/api'
import type { ObjectChange, ObjectRef, Stored } from '@skep/client'
import { type KeysOf, specChanged, watchOf } from '@skep/controller'
import { type Json, jsonEqual, type KubeObject } from '@skep/schema'
import { findHiveCondition } from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import { admitAdmins, POOL_ADMIN_ROLE } from './admins.ts'
import { claimReconciler } from './claim-reconciler.ts'
import { CLAIM_OWNER, POOL_LABELS } from './names.ts'
import { poolNamespaceReconciler } from './namespaces.ts'
import { poolReconciler } from './pool-reconciler.ts'
import { copyPools, type PoolCopies } from './scope.ts'

const WORKERS = 5

/** Adds the controllers of pools, of claims, and of the namespaces that pools make. */
export function addPoolControllers(parts: HiveParts): void {
  const copies = copyPools(parts)
  addPoolController(parts, copies)
  addClaimController(parts, copies)
  parts.manager.add({
    name: 'clusterpoolnamespace',
    kind: Namespace,
    labelSelector: POOL_LABELS.namespaceOf,
    watches: [
      watchOf(ClusterDeployment, namespaceOf, { when: ({ object }) => object.spec.clusterPoolRef !== undefined }),
    ],
    reconcile: poolNamespaceReconciler(parts),
  })
}

function addPoolController(parts: HiveParts, copies: PoolCopies): void {
  const { manager } = parts
  const bindings = manager.informersOf().of(RoleBinding)
  const pools = manager.informersOf().of(ClusterPool, {
    indexes: { imageSet: ({ spec }) => [spec.imageSetRef.name] },
  })
  const keys = (found: readonly Stored<ClusterPool>[]): ObjectRef[] => found.map(({ metadata }) => metadata)
  const customized: KeysOf<ClusterDeploymentCustomization> = ({ metadata: { namespace = '', name } }) =>
    keys(pools.list(namespace).filter((pool) => usesCustomization(pool, name)))
  const administered: KeysOf<RoleBinding> = ({ metadata, roleRef }) =>
    roleRef.name === POOL_ADMIN_ROLE ? keys(pools.list(metadata.namespace ?? '')) : []
  manager.add({
    name: 'clusterpool',
    kind: ClusterPool,
    watches: [
      watchOf(ClusterDeployment, poolOf, { when: matters }),
      watchOf(HiveClusterClaim, ({ metadata: { namespace }, spec }) => [{ namespace, name: spec.clusterPoolName }]),
      watchOf(ClusterDeploymentCustomization, customized),
      watchOf(ClusterImageSet, ({ metadata }) => keys(pools.find('imageSet', metadata.name))),
      watchOf(RoleBinding, administered),
    ],
    workers: WORKERS,
    reconcile: poolReconciler(parts, copies, admitAdmins(bindings)),
  })
}

function addClaimController(parts: HiveParts, copies: PoolCopies): void {
  const ownersClaim: KeysOf<KubeObject> = ({ metadata: { namespace = '' } }) => {
    const deployment = copies.deployments.get({ namespace, name: namespace })
    return deployment ? claimOf(deployment) : []
  }
  const access = { fieldSelector: `metadata.name=${CLAIM_OWNER}` }
  parts.manager.add({
    name: 'clusterclaim',
    kind: HiveClusterClaim,
    watches: [
      watchOf(ClusterDeployment, claimOf, { when: matters }),
      watchOf(ClusterPool, (pool) => copies.claimsOf(pool).map(({ metadata }) => metadata), {
        when: (change) => change.type !== 'updated' || lifetimeChanged(change),
      }),
      watchOf(Role, ownersClaim, access),
      watchOf(RoleBinding, ownersClaim, access),
    ],
    workers: WORKERS,
    reconcile: claimReconciler(parts),
  })
}

/** Deployments change all the time; few changes make them something else to their pool or their claim. */
function matters(change: ObjectChange<ClusterDeployment>): boolean {
  if (change.type !== 'updated' || specChanged(change)) return true
  return !jsonEqual(decisive(change.previous), decisive(change.object))
}

function decisive({ metadata, status }: Stored<ClusterDeployment>): Json {
  const hibernating = findHiveCondition(status?.conditions, 'Hibernating')
  return [
    metadata.annotations ?? {},
    status?.powerState ?? '',
    findHiveCondition(status?.conditions, 'ProvisionStopped')?.status ?? '',
    [hibernating?.reason ?? '', hibernating?.lastTransitionTime ?? ''],
  ]
}

const lifetimeChanged = ({ object, previous }: { object: ClusterPool; previous: ClusterPool }): boolean =>
  JSON.stringify(object.spec.claimLifetime) !== JSON.stringify(previous.spec.claimLifetime)

const poolOf: KeysOf<ClusterDeployment> = ({ spec: { clusterPoolRef } }) =>
  clusterPoolRef ? [{ namespace: clusterPoolRef.namespace, name: clusterPoolRef.poolName }] : []

const claimOf: KeysOf<ClusterDeployment> = ({ spec: { clusterPoolRef } }) =>
  clusterPoolRef?.claimName ? [{ namespace: clusterPoolRef.namespace, name: clusterPoolRef.claimName }] : []

const namespaceOf: KeysOf<ClusterDeployment> = ({ metadata: { namespace = '' } }) => [{ name: namespace }]

const usesCustomization = ({ spec }: ClusterPool, name: string): boolean =>
  spec.customizationRef?.name === name || (spec.inventory ?? []).some((entry) => entry.name === name)
