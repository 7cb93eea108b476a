import type { ClusterApiMachine } from '@skep/api'
import { ANNOTATIONS } from '../annotations.ts'
import type { PoolStatus, PoolStep } from '../scope.ts'
import { conditionOf } from './machines.ts'

type NodesInfo = NonNullable<PoolStatus['nodesInfo']>
type NodeVersion = NodesInfo['nodeVersions'][number]

/** Counts nodes by their versions. Machines without a node do not count. */
export const countNodes: PoolStep = (_ctx, { machines, status, pool }) => {
  const versions = new Map<string, NodeVersion>()
  const isInPlace = pool.spec.management.upgradeType === 'InPlace'
  for (const machine of machines) count(versions, machine, releaseOf(machine, isInPlace) ?? status.version ?? '')
  const nodeVersions = [...versions.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, version]) => version)
  if (nodeVersions.length > 0) status.nodesInfo = { nodeVersions }
  else delete status.nodesInfo
}

/**
 * A machine keeps the version that it was made with; one that is updated in place says what it has come to. The same is
 * said of machines that are about to be replaced, for which it is not true yet.
 */
function releaseOf({ metadata, spec }: ClusterApiMachine, isInPlace: boolean): string | undefined {
  const stated = metadata.annotations?.[ANNOTATIONS.releaseVersion]
  return isInPlace ? (stated ?? spec.version) : (spec.version ?? stated)
}

function count(versions: Map<string, NodeVersion>, machine: ClusterApiMachine, ocpVersion: string): void {
  const kubeletVersion = machine.status?.nodeInfo?.kubeletVersion
  if (!kubeletVersion || ocpVersion === '') return
  const key = `${ocpVersion} ${kubeletVersion}`
  const version = versions.get(key) ?? { ocpVersion, kubeletVersion, readyNodeCount: 0, unreadyNodeCount: 0 }
  versions.set(key, version)
  if (conditionOf(machine, 'NodeHealthy')?.status === 'True') version.readyNodeCount++
  else version.unreadyNodeCount++
}
