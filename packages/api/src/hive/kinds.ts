import type { KindDefinition } from '@skep/schema'
import { ClusterSync } from '../hiveinternal/cluster-sync.ts'
import { ClusterSyncLease } from '../hiveinternal/cluster-sync-lease.ts'
import { FakeClusterInstall } from '../hiveinternal/fake-cluster-install.ts'
import { Checkpoint } from './checkpoint.ts'
import { HiveClusterClaim } from './cluster-claim.ts'
import { ClusterDeployment } from './cluster-deployment.ts'
import { ClusterDeploymentCustomization } from './cluster-deployment-customization.ts'
import { ClusterDeprovision } from './cluster-deprovision.ts'
import { ClusterImageSet } from './cluster-image-set.ts'
import { ClusterPool } from './cluster-pool.ts'
import { ClusterProvision } from './cluster-provision.ts'
import { ClusterRelocate } from './cluster-relocate.ts'
import { ClusterState } from './cluster-state.ts'
import { DnsZone } from './dns-zone.ts'
import { HiveConfig } from './hive-config.ts'
import { HiveMachinePool } from './machine-pool.ts'
import { MachinePoolNameLease } from './machine-pool-name-lease.ts'
import { SelectorSyncSet } from './selector-sync-set.ts'
import { SelectorSyncIdentityProvider, SyncIdentityProvider } from './sync-identity-provider.ts'
import { SyncSet } from './sync-set.ts'

/** The kinds of Hive, internal ones included, to install on a cluster. */
export const hiveKinds: readonly KindDefinition[] = [
  Checkpoint,
  HiveClusterClaim,
  ClusterDeployment,
  ClusterDeploymentCustomization,
  ClusterDeprovision,
  ClusterImageSet,
  ClusterPool,
  ClusterProvision,
  ClusterRelocate,
  ClusterState,
  DnsZone,
  HiveConfig,
  HiveMachinePool,
  MachinePoolNameLease,
  SelectorSyncIdentityProvider,
  SelectorSyncSet,
  SyncIdentityProvider,
  SyncSet,
  ClusterSync,
  ClusterSyncLease,
  FakeClusterInstall,
]
