import { ClusterDeployment, SyncSet } from '@skep/api'
import type { Stored } from '@skep/client'
import { versionsOf } from '../../catalog/versions.ts'
import { upgradePolicyOf } from '../../model/upgrade-policy.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { namespaceOf } from '../manifests/order.ts'
import { upgradeSyncSet, upgradeSyncSetName, VERSION_STATUS_ANNOTATION } from '../manifests/upgrade.ts'
import { runningVersion } from '../observe/installed.ts'
import { decideUpgrade, type UpgradeView } from '../upgrades/decide.ts'
import { type ClusterScope, createOnce, refOf } from './scope.ts'
import { soonest, type UpgradeNote, versionNote } from './upgrade-note.ts'

/** Carries out the upgrade policies of an installed cluster: a SyncSet asks for the release until it has arrived. */
export async function keepUpgrades(
  scope: ClusterScope,
  deployment: Stored<ClusterDeployment>,
  policies: readonly ChildRecord[],
  now: number,
): Promise<UpgradeNote> {
  if (!deployment.spec.installed) return {}
  const view = viewOf(scope, deployment, now)
  const notes: UpgradeNote[] = []
  for (const policy of policies) {
    const decision = decideUpgrade(upgradePolicyOf(policy.document), view)
    if (decision.wanted === undefined) await takeBack(scope, policy.id)
    else await askFor(scope, deployment, policy.id, decision.wanted)
    await scope.parts.children.observe(policy, { ...decision.policy })
    notes.push(versionNote(decision.reached === undefined ? [] : view.offered(), decision))
  }
  return soonest(notes)
}

function viewOf({ order, session }: ClusterScope, deployment: Stored<ClusterDeployment>, now: number): UpgradeView {
  const { cluster } = order.record
  const label = runningVersion(deployment)
  const [latest] = deployment.status?.clusterVersionStatus?.history ?? []
  const working = deployment.status?.clusterVersionStatus?.conditions?.find(({ type }) => type === 'Progressing')
  return {
    now,
    current: label ?? cluster.openshift_version ?? cluster.version?.raw_id,
    obstacle: cluster.state === 'ready' ? undefined : `The upgrade waits for the cluster, which is ${cluster.state}`,
    offered: () => versionsOf(session.imageSets.list()).versions,
    // The label tells where the cluster is going, and that as soon as it goes.
    arrived: latest?.state === 'Completed' ? latest.version : undefined,
    progress: working?.status === 'True' ? working.message : undefined,
  }
}

async function askFor(
  { order, session, signal }: ClusterScope,
  deployment: Stored<ClusterDeployment>,
  policyId: string,
  version: string,
): Promise<void> {
  const { hive } = session.clients
  if (deployment.metadata.annotations?.[VERSION_STATUS_ANNOTATION] !== 'true') {
    const body = { metadata: { annotations: { [VERSION_STATUS_ANNOTATION]: 'true' } } }
    await hive.patch(ClusterDeployment, refOf(order), { type: 'merge', body }, { signal })
  }
  const draft = upgradeSyncSet(order, policyId, version)
  const ref = { namespace: namespaceOf(order), name: upgradeSyncSetName(policyId) }
  if (!session.syncSets.get(ref)) await createOnce(hive, SyncSet, draft, signal)
}

async function takeBack({ order, session, signal }: ClusterScope, policyId: string): Promise<void> {
  const ref = { namespace: namespaceOf(order), name: upgradeSyncSetName(policyId) }
  if (session.syncSets.get(ref)) await session.clients.hive.delete(SyncSet, ref, { signal })
}
