import { type ClusterMetadata, FakeClusterInstall, Secret } from '@skep/api'
import { createRandom, uid } from '@skep/base'
import type { Stored } from '@skep/client'
import type { Ctx, Reconciler } from '@skep/controller'
import { findHiveCondition, type HiveConditionUpdate, setHiveCondition } from '../conditions.ts'
import { joinName } from '../naming.ts'
import type { HiveParts } from './parts.ts'

/** How long it pretends to wait for what it needs. */
const WAIT_MS = 30_000

/** Pretends to install clusters, to try the contract by which Hive leaves installing to others. */
export const fakeClusterInstallReconciler =
  ({ client }: HiveParts): Reconciler =>
  async (ctx, key) => {
    const install = await client.get(FakeClusterInstall, key)
    if (!install || install.metadata.deletionTimestamp !== undefined) return {}
    // A condition that never changes, so that its time is that of the first look.
    const told = findHiveCondition(install.status?.conditions, 'Failed')
    const since = Date.parse(told?.lastTransitionTime ?? '') || ctx.clock.now()
    const left = since + WAIT_MS - ctx.clock.now()
    if (left <= 0) await ensureMetadata({ client }, install)
    await tell(ctx, { client }, install, left > 0 ? WAITING : COMPLETE)
    return left > 0 ? { requeueAfterMs: left } : {}
  }

const condition = (
  type: string,
  status: HiveConditionUpdate['status'],
  reason: string,
  message: string,
): HiveConditionUpdate => ({ type, status, reason, message })

const WAITING = [
  condition('RequirementsMet', 'False', 'WaitingForRequirements', 'Waiting before the cluster is installed'),
  condition('Completed', 'False', 'InstallNotStarted', 'The install has not started'),
  condition('Failed', 'False', 'InstallNotFailed', 'The install has not failed'),
  condition('Stopped', 'False', 'InstallNotStopped', 'The install has not stopped'),
]

const COMPLETE = [
  condition('RequirementsMet', 'True', 'AllRequirementsMet', 'All requirements are met'),
  condition('Completed', 'True', 'ClusterInstalled', 'The cluster is installed'),
  condition('Failed', 'False', 'InstallNotFailed', 'The install has not failed'),
  condition('Stopped', 'True', 'ClusterInstalled', 'The cluster is installed'),
]

async function tell(
  ctx: Ctx,
  { client }: Pick<HiveParts, 'client'>,
  install: Stored<FakeClusterInstall>,
  updates: readonly HiveConditionUpdate[],
): Promise<void> {
  const before = structuredClone(install)
  const conditions = ((install.status ??= {}).conditions ??= [])
  for (const update of updates) setHiveCondition(conditions, update, ctx.clock.now())
  await client.patchStatus(FakeClusterInstall, before, install, { ifUnchanged: true })
}

async function ensureMetadata(
  { client }: Pick<HiveParts, 'client'>,
  install: Stored<FakeClusterInstall>,
): Promise<void> {
  if (install.spec.clusterMetadata) return
  const { namespace, name } = install.metadata
  const secret = (suffix: string, stringData: Record<string, string>) =>
    client.apply(Secret, { metadata: { namespace, name: joinName(name, suffix) }, stringData }, { force: true })
  const kubeconfig = await secret('admin-kubeconfig', { kubeconfig: 'fake' })
  const password = await secret('admin-password', { username: 'kubeadmin', password: 'fake-password' })
  const id = uid(createRandom(install.metadata.uid))
  const clusterMetadata: ClusterMetadata = {
    clusterID: id,
    infraID: `fake-infra-${id}`,
    adminKubeconfigSecretRef: { name: kubeconfig.metadata.name },
    adminPasswordSecretRef: { name: password.metadata.name },
  }
  const stored = await client.patch(FakeClusterInstall, install.metadata, {
    type: 'merge',
    body: { spec: { clusterMetadata } },
  })
  install.metadata.resourceVersion = stored.metadata.resourceVersion
}
