import { breakGlassCredential, identityProvider, ingress } from '../model/children/access.ts'
import { kubeletConfig, label, manifest, syncset, tuningConfig } from '../model/children/configuration.ts'
import {
  controlPlaneUpgradePolicy,
  inflightCheck,
  limitedSupportReason,
  nodePoolUpgradePolicy,
  upgradePolicy,
} from '../model/children/operations.ts'
import { machinePool, nodePool } from '../model/children/pools.ts'
import {
  hasWorkerPool,
  WORKER_POOL,
  type WorkerPoolChange,
  withWorkerPool,
  workerPool,
} from '../model/cluster/worker-pool.ts'
import { type ApiBase, ARO_HCP } from './api-base.ts'
import type { ChildResource } from './child-resource.ts'
import {
  checkIdentityProvider,
  checkIngress,
  checkIngressRemoval,
  checkLabel,
  checkMachinePool,
  checkNamed,
  checkNodePool,
  checkNodePoolRemoval,
  checkSyncset,
} from './child-rules.ts'
import {
  checkBreakGlassCredential,
  checkLimitedSupportReason,
  checkManifest,
  countLimitedSupport,
} from './child-rules-operations.ts'
import { checkUpgradePolicy, checkUpgradeRemoval } from './upgrade-rules.ts'

const ALL = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const POOLS: readonly ChildResource[] = [
  {
    type: machinePool,
    collection: 'machine_pools',
    path: '/machine_pools',
    methods: ALL,
    ids: 'chosen',
    only: 'classic',
    needsReady: true,
    check: checkMachinePool,
    own: {
      id: WORKER_POOL,
      isIn: hasWorkerPool,
      read: workerPool,
      // Checked against the schema of machine pools.
      write: (record, pool) => withWorkerPool(record, pool as WorkerPoolChange),
    },
  },
  {
    type: nodePool,
    collection: 'node_pools',
    path: '/node_pools',
    methods: ALL,
    ids: 'chosen',
    only: 'hosted',
    needsReady: true,
    check: checkNodePool,
    checkRemoval: checkNodePoolRemoval,
  },
]

const ACCESS: readonly ChildResource[] = [
  {
    type: ingress,
    collection: 'ingresses',
    path: '/ingresses',
    methods: ALL,
    ids: 'generated',
    check: checkIngress,
    checkRemoval: checkIngressRemoval,
  },
  {
    type: identityProvider,
    collection: 'identity_providers',
    path: '/identity_providers',
    methods: ALL,
    ids: 'generated',
    needsReady: true,
    check: checkIdentityProvider,
  },
  {
    type: breakGlassCredential,
    collection: 'break_glass_credentials',
    path: '/break_glass_credentials',
    methods: ['GET', 'POST'],
    ids: 'generated',
    only: 'hosted',
    needsReady: true,
    check: checkBreakGlassCredential,
    alone: ['kubeconfig'],
  },
]

const CONFIGURATION: readonly ChildResource[] = [
  {
    type: tuningConfig,
    collection: 'tuning_configs',
    path: '/tuning_configs',
    methods: ALL,
    ids: 'generated',
    only: 'hosted',
    check: checkNamed('Tuning config'),
  },
  {
    type: kubeletConfig,
    collection: 'kubelet_configs',
    path: '/kubelet_configs',
    methods: ALL,
    ids: 'generated',
    check: checkNamed('Kubelet config'),
  },
  {
    type: syncset,
    collection: 'external_configuration/syncsets',
    path: '/external_configuration/syncsets',
    methods: ALL,
    ids: 'optional',
    check: checkSyncset,
  },
  {
    type: label,
    collection: 'external_configuration/labels',
    path: '/external_configuration/labels',
    methods: ALL,
    ids: 'generated',
    check: checkLabel,
  },
  {
    type: manifest,
    collection: 'external_configuration/manifests',
    path: '/external_configuration/manifests',
    methods: ALL,
    ids: 'optional',
    check: checkManifest,
  },
]

const OPERATIONS: readonly ChildResource[] = [
  {
    type: upgradePolicy,
    collection: 'upgrade_policies',
    path: '/upgrade_policies',
    methods: ALL,
    ids: 'generated',
    only: 'classic',
    needsReady: true,
    check: checkUpgradePolicy('OSD'),
    checkRemoval: checkUpgradeRemoval,
  },
  {
    type: nodePoolUpgradePolicy,
    collection: 'node_pool_upgrade_policies',
    path: '/node_pools/{node_pool_id}/upgrade_policies',
    methods: ALL,
    ids: 'generated',
    only: 'hosted',
    needsReady: true,
    check: checkUpgradePolicy('NodePool'),
    checkRemoval: checkUpgradeRemoval,
  },
  { type: inflightCheck, collection: 'inflight_checks', path: '/inflight_checks', methods: ['GET'], ids: 'generated' },
  {
    type: limitedSupportReason,
    collection: 'limited_support_reasons',
    path: '/limited_support_reasons',
    methods: ['GET', 'POST', 'DELETE'],
    ids: 'generated',
    check: checkLimitedSupportReason,
    after: countLimitedSupport,
  },
]

/** The two APIs have the upgrades of control planes at different addresses. */
const controlPlaneUpgrades = (path: string): ChildResource => ({
  type: controlPlaneUpgradePolicy,
  collection: 'control_plane/upgrade_policies',
  path,
  methods: ALL,
  ids: 'generated',
  only: 'hosted',
  needsReady: true,
  check: checkUpgradePolicy('ControlPlane'),
  checkRemoval: checkUpgradeRemoval,
})

/** Everything that belongs to clusters and comes in collections, as an API has it. */
export const childResources = (base: ApiBase): readonly ChildResource[] => [
  ...POOLS,
  ...ACCESS,
  ...CONFIGURATION,
  ...OPERATIONS,
  controlPlaneUpgrades(base === ARO_HCP ? '/control_plane_upgrade_policies' : '/control_plane/upgrade_policies'),
]
