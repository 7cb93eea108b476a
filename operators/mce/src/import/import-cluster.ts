import { Secret } from '@skep/api'
import { type Ctx, findCondition, type Result } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { createNamespace } from '../hub/accept.ts'
import { durationOf } from '../hub/availability.ts'
import { type ClusterScope, CONDITIONS, hostingClusterOf, isHosted, isLocal, state } from '../hub/scope.ts'
import { AUTO_IMPORT_SECRET, klusterletName } from '../names.ts'
import { ensureKlusterletWork, ensureKubeconfigWork, isKlusterletReady, isWorkAvailable } from './hosted-works.ts'
import { ensureImportSecret } from './import-secret.ts'

/** How far the import of a cluster is. */
interface Progress {
  readonly reason: 'WaitForImporting' | 'Importing' | 'Imported' | 'ImportFailed'
  readonly message: string
  readonly requeueAfterMs?: number
}

const waiting = (message: string): Progress => ({ reason: 'WaitForImporting', message })
const importing = (message: string): Progress => ({ reason: 'Importing', message })
const failed = (message: string): Progress => ({ reason: 'ImportFailed', message })
const IMPORTED: Progress = { reason: 'Imported', message: 'Import succeeded' }

/** Nobody tells when the hosting cluster comes. */
const later = (progress: Progress): Progress => ({ ...progress, requeueAfterMs: 10_000 })

const WAITING = 'ManagedClusterWaitForImporting'
const KEEP_SECRET = 'managedcluster-import-controller.open-cluster-management.io/keeping-auto-import-secret'

/** Imports a cluster as far as it can be now, and says how far that is. */
export async function importCluster(ctx: Ctx, scope: ClusterScope): Promise<Result> {
  const progress = await advance(ctx, scope)
  const { reason, message, requeueAfterMs } = progress
  const status = reason === 'Imported' ? 'True' : 'False'
  state(scope, ctx, { type: CONDITIONS.imported, status, reason: `ManagedCluster${reason}`, message })
  return requeueAfterMs === undefined ? {} : { requeueAfterMs }
}

async function advance(ctx: Ctx, scope: ClusterScope): Promise<Progress> {
  const { parts, cluster, conditions } = scope
  if (isLocal(cluster)) return IMPORTED
  if (!isHosted(cluster)) return waiting('Wait for importing')
  const failure = parts.behaviours.failureOf('ManagedCluster', cluster.metadata, 'Importing')
  if (failure) return failed(failure.message)
  const told = findCondition(conditions, CONDITIONS.imported)
  // An import that has begun goes on, whatever becomes of the pace.
  const wait = told === undefined || told.reason === WAITING ? untilImport(ctx, scope, told) : 0
  if (wait > 0) return { ...waiting('Wait for importing'), requeueAfterMs: wait }
  return importHosted(scope)
}

/** The time begins when the cluster is first told to wait. */
function untilImport({ clock }: Ctx, { parts, cluster }: ClusterScope, told: Condition | undefined): number {
  const since = told ? Date.parse(told.lastTransitionTime) : clock.now()
  return since + durationOf(parts, cluster.metadata, 'Importing') - clock.now()
}

async function importHosted(scope: ClusterScope): Promise<Progress> {
  const { parts, cluster } = scope
  const hosting = hostingClusterOf(cluster)
  if (hosting === undefined) return waiting('Waiting for the user to specify the hosting cluster')
  const hostingCluster = parts.views.clusters.get({ name: hosting })
  if (!hostingCluster) return later(importing('Hosting cluster is not a managed cluster of the hub'))
  if (hostingCluster.metadata.deletionTimestamp) return later(failed(`The hosting cluster ${hosting} is being deleted`))
  if (!(await ensureImportSecret(parts, cluster))) return importing('Wait for import secret to be created')
  if (isLocal(hostingCluster)) await ensureAgentNamespace(scope)
  return bringAgent(scope, hosting)
}

async function bringAgent(scope: ClusterScope, hosting: string): Promise<Progress> {
  const { parts, cluster } = scope
  const work = await ensureKlusterletWork(parts, cluster, hosting)
  if (!isWorkAvailable(work)) {
    return importing('Wait for importing resources to be available on the hosting cluster')
  }
  await bringKubeconfig(scope, hosting)
  if (!isKlusterletReady(work)) return importing('Wait for the user to provide the external managed kubeconfig')
  await forgetHandedOver(scope)
  return IMPORTED
}

/** So that what is brought there finds its place at once. */
async function ensureAgentNamespace({ parts, cluster }: ClusterScope): Promise<void> {
  const name = klusterletName(cluster.metadata.name)
  if (!parts.views.namespaces.get({ name })) await createNamespace(parts.client, name)
}

const handedOver = ({ parts, cluster }: ClusterScope) =>
  parts.views.autoImportSecrets.get({ namespace: cluster.metadata.name, name: AUTO_IMPORT_SECRET })

async function bringKubeconfig(scope: ClusterScope, hosting: string): Promise<void> {
  const kubeconfig = handedOver(scope)?.data?.['kubeconfig']
  if (kubeconfig) await ensureKubeconfigWork(scope.parts, scope.cluster, hosting, kubeconfig)
}

/** A kubeconfig that was handed over has served its purpose. */
async function forgetHandedOver(scope: ClusterScope): Promise<void> {
  const secret = handedOver(scope)
  if (!secret || secret.metadata.annotations?.[KEEP_SECRET] !== undefined) return
  await scope.parts.client.delete(Secret, secret.metadata)
}
