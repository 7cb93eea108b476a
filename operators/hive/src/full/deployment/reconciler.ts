import { ClusterDeployment } from '@skep/api'
import type { Reconciler } from '@skep/controller'
import { ANNOTATIONS } from '../../labels.ts'
import type { HiveParts } from '../parts.ts'
import { isTrue } from '../platforms.ts'
import { followClusterInstall } from './cluster-install.ts'
import { checkCredentials } from './credentials.ts'
import { deletionSteps } from './deletion.ts'
import { ensureDnsZone } from './dns.ts'
import { findImageSet, resolveImages } from './images.ts'
import { checkInstallConfig } from './install-config.ts'
import { finishInstalled } from './installed.ts'
import { deleteWhenOld, ensureMetadata, initializeConditions } from './metadata.ts'
import { followProvision } from './provision-follow.ts'
import { startProvision } from './provision-start.ts'
import { mergePullSecrets } from './pull-secret.ts'
import { stopWhileRelocating } from './relocation.ts'
import { type DeploymentStep, withDeployment } from './scope.ts'

/**
 * From an order to an installed cluster. The order is what makes the first reason that stands in the way be told; what an
 * attempt needs is checked before it begins, not while it is under way.
 */
const normalSteps: readonly DeploymentStep[] = [
  initializeConditions,
  ensureMetadata,
  deleteWhenOld,
  ensureDnsZone,
  finishInstalled,
  stopWhileRelocating,
  followClusterInstall,
  followProvision,
  checkCredentials,
  findImageSet,
  mergePullSecrets,
  resolveImages,
  checkInstallConfig,
  startProvision,
]

/** Installs, adopts and removes clusters. */
export const deploymentReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const deployment = await parts.client.get(ClusterDeployment, key)
    if (!deployment || isTrue(deployment.metadata.annotations, ANNOTATIONS.reconcilePause)) return {}
    const deleting = deployment.metadata.deletionTimestamp !== undefined
    return withDeployment(ctx, parts, deployment, deleting ? deletionSteps : normalSteps)
  }
