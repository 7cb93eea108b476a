import type { ClusterApiMachine } from '@skep/api'
import { ANNOTATIONS } from '../annotations.ts'
import type { PoolStatus, PoolStep } from '../scope.ts'
import { conditionOf } from './machines.ts'

type NodesInfo = NonNullable<PoolStatus['nodesInfo']>
type NodeVersion = NodesInfo['nodeVersions'][number]

/** Counts nodes by their versions. Machines without a node do not count. */
export const countNodes: PoolStep = (_ctx, { machines, status }) => {
  const versions = new Map<string, NodeVersion>()
  for (const machine of machines) count(versions, machine, status.version ?? '')
  const nodeVersions = [...versions.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, version]) => version)
  if (nodeVersions.length > 0) status.nodesInfo = { nodeVersions }
  else delete status.nodesInfo
}

function count(versions: Map<string, NodeVersion>, machine: ClusterApiMachine, poolVersion: string): void {
  const kubeletVersion = machine.status?.nodeInfo?.kubeletVersion
  // A machine of a pool that is updated in place says its release only after its first update.
  const ocpVersion = machine.metadata.annotations?.[ANNOTATIONS.releaseVersion] ?? poolVersion
  if (!kubeletVersion || ocpVersion === '') return
  const key = `${ocpVersion} ${kubeletVersion}`
  const version = versions.get(key) ?? { ocpVersion, kubeletVersion, readyNodeCount: 0, unreadyNodeCount: 0 }
  versions.set(key, version)
  if (conditionOf(machine, 'NodeHealthy')?.status === 'True') version.readyNodeCount++
  else version.unreadyNodeCount++
}
