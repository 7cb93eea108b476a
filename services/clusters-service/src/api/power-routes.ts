import type { Route } from '@skep/service'
import type { ClusterState } from '../model/cluster/cluster.ts'
import { badRequest } from '../model/problem.ts'
import type { ClusterRecord, PowerState } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { requireAlive, writableClusterOf } from './caller.ts'
import type { ApiParts } from './parts.ts'

interface PowerChange {
  readonly verb: string
  readonly desired: PowerState
  /** The state while it happens. */
  readonly during: ClusterState
  /** The states that it may begin in. */
  readonly from: readonly (ClusterState | undefined)[]
}

const CHANGES: readonly PowerChange[] = [
  { verb: 'hibernate', desired: 'Hibernating', during: 'powering_down', from: ['ready', 'resuming'] },
  { verb: 'resume', desired: 'Running', during: 'resuming', from: ['hibernating', 'powering_down'] },
]

/** Putting clusters to sleep, and waking them. */
export const powerRoutes = (parts: ApiParts, base: ApiBase): Route[] =>
  CHANGES.map((change) => ({
    method: 'POST',
    path: `/clusters/{cluster_id}/${change.verb}`,
    handler: async (request) => {
      const { id } = await writableClusterOf(parts, base, request)
      await parts.clusters.change(id, (record) => changePower(record, change))
      return { body: {} }
    },
  }))

function changePower(record: ClusterRecord, { verb, desired, during, from }: PowerChange) {
  requireAlive(record)
  const { id, cluster } = record
  if (cluster.hypershift?.enabled) throw badRequest(`Can't ${verb} cluster '${id}': its control plane is hosted`)
  if (record.desiredPowerState === desired && cluster.state === during) return undefined
  if (!from.includes(cluster.state)) {
    throw badRequest(`Can't ${verb} cluster '${id}' in state '${cluster.state}'`)
  }
  return {
    cluster: { ...cluster, state: during, status: { ...cluster.status, state: during } },
    service: { desiredPowerState: desired, power: { ...record.power, agreed: false } },
  }
}
