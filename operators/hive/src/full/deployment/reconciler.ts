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
 * From an order to an installed cluster. Their order makes the first reason that stands in the way be told. What an
 * attempt needs is checked while it is under way as well: the installer reads it all the time.
 */
const normalSteps: readonly DeploymentStep[] = [
  initializeConditions,
  ensureMetadata,
  deleteWhenOld,
  ensureDnsZone,
  finishInstalled,
  stopWhileRelocating,
  followClusterInstall,
  checkCredentials,
  findImageSet,
  mergePullSecrets,
  resolveImages,
  checkInstallConfig,
  followProvision,
  startProvision,
]

/** Installs, adopts and removes clusters. */
export const deploymentReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const deployment = await parts.cache.get(ClusterDeployment, key)
    if (!deployment || isTrue(deployment.metadata.annotations, ANNOTATIONS.reconcilePause)) return {}
    const deleting = deployment.metadata.deletionTimestamp !== undefined
    return withDeployment(ctx, parts, deployment, deleting ? deletionSteps : normalSteps)
  }
