import type { KindDefinition } from '@skep/schema'
import { AppliedManifestWork } from './applied-manifest-work.ts'
import { ManagedClusterClaim } from './cluster-claim.ts'
import { Klusterlet, KlusterletAddonConfig } from './klusterlet.ts'
import { ManagedCluster } from './managed-cluster.ts'
import { ManagedClusterAddOn } from './managed-cluster-add-on.ts'
import { ManagedClusterSet, ManagedClusterSetBinding } from './managed-cluster-set.ts'
import { ManifestWork } from './manifest-work.ts'

/** The kinds of Open Cluster Management, both those of a hub and those of the clusters that it manages. */
export const openClusterManagementKinds: readonly KindDefinition[] = [
  AppliedManifestWork,
  Klusterlet,
  KlusterletAddonConfig,
  ManagedCluster,
  ManagedClusterAddOn,
  ManagedClusterClaim,
  ManagedClusterSet,
  ManagedClusterSetBinding,
  ManifestWork,
]
