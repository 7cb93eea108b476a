import { HostedCluster, NodePool } from '@skep/api'
import type { Stored } from '@skep/client'
import { upgradePolicyOf } from '../../model/upgrade-policy.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { soonest, type UpgradeNote, versionNote } from '../steps/upgrade-note.ts'
import { decideUpgrade, type UpgradeDecision, type UpgradeView } from '../upgrades/decide.ts'
import { type HostedScope, nodePoolRef, releaseImage } from './scope.ts'

/** Carries out the upgrade policies of a hosted cluster: those of its control plane, and those of its node pools. */
export async function keepHostedUpgrades(
  scope: HostedScope,
  hosted: Stored<HostedCluster>,
  children: readonly ChildRecord[],
  now: number,
): Promise<UpgradeNote> {
  const notes: UpgradeNote[] = []
  for (const policy of children) {
    if (policy.collection === 'control_plane/upgrade_policies') {
      const decision = await carryOut(scope, policy, controlPlaneView(scope, hosted, now))
      await moveControlPlane(scope, hosted, decision.wanted)
      notes.push(versionNote(scope.parts.versions(), decision))
    }
    if (policy.collection === 'node_pool_upgrade_policies') {
      const pool = scope.session.nodePools.get(nodePoolRef(scope.order, String(policy.document['node_pool_id'])))
      if (!pool) continue
      const decision = await carryOut(scope, policy, poolView(scope, pool, now))
      await movePool(scope, pool, decision.wanted)
      notes.push(decision.recheckAfterMs === undefined ? {} : { recheckAfterMs: decision.recheckAfterMs })
    }
  }
  return soonest(notes)
}

async function carryOut({ parts }: HostedScope, policy: ChildRecord, view: UpgradeView): Promise<UpgradeDecision> {
  const decision = decideUpgrade(upgradePolicyOf(policy.document), view)
  await parts.children.observe(policy, { ...decision.policy })
  return decision
}

const obstacleOf = ({ order }: HostedScope): string | undefined => {
  const { state } = order.record.cluster
  return state === 'ready' ? undefined : `The upgrade waits for the cluster, which is ${state}`
}

function controlPlaneView(scope: HostedScope, { status }: HostedCluster, now: number): UpgradeView {
  const { cluster } = scope.order.record
  // What runs beside the control plane is the last to come; a HyperShift that does not tell of it tells of the cluster.
  const [latest] = status?.controlPlaneVersion?.history ?? status?.version?.history ?? []
  const progressing = status?.conditions?.find(({ type }) => type === 'ClusterVersionProgressing')
  return {
    now,
    current: cluster.openshift_version ?? cluster.version?.raw_id,
    obstacle: obstacleOf(scope),
    offered: scope.parts.versions,
    arrived: latest?.state === 'Completed' ? latest.version : undefined,
    progress: progressing?.status === 'True' ? progressing.message : undefined,
  }
}

function poolView(scope: HostedScope, { status }: NodePool, now: number): UpgradeView {
  const updating = status?.conditions?.find(({ type }) => type === 'UpdatingVersion')
  const isUpdating = updating?.status === 'True'
  return {
    now,
    current: status?.version,
    obstacle: obstacleOf(scope),
    offered: scope.parts.versions,
    arrived: isUpdating ? undefined : status?.version,
    progress: isUpdating ? updating.message : undefined,
  }
}

async function moveControlPlane(scope: HostedScope, { metadata, spec }: Stored<HostedCluster>, wanted?: string) {
  const image = wanted === undefined ? undefined : releaseImage(scope, wanted)
  if (image === undefined || image === spec.release.image) return
  const patch = { type: 'merge', body: { spec: { release: { image } } } } as const
  await scope.session.clients.hive.patch(HostedCluster, metadata, patch, { signal: scope.signal })
}

async function movePool(scope: HostedScope, { metadata, spec }: Stored<NodePool>, wanted?: string) {
  const image = wanted === undefined ? undefined : releaseImage(scope, wanted)
  if (image === undefined || image === spec.release.image) return
  const patch = { type: 'merge', body: { spec: { release: { image } } } } as const
  await scope.session.clients.hive.patch(NodePool, metadata, patch, { signal: scope.signal })
}
