import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import { offeredVersions } from '../catalog/offered.ts'
import { badRequest, conflict } from '../model/problem.ts'
import { isAutomatic, isOver, type UpgradePolicy, upgradePolicyOf } from '../model/upgrade-policy.ts'
import { nextScheduledTime } from '../model/upgrade-schedule.ts'
import type { ChildRecord } from '../records/child-record.ts'
import type { ChildContext } from './child-resource.ts'

/** What is upgraded. */
export type UpgradeType = 'OSD' | 'ControlPlane' | 'NodePool'

/** Checks an upgrade: a version that there is, or a schedule that comes up, and one upgrade at a time. */
export const checkUpgradePolicy =
  (type: UpgradeType) =>
  async (document: JsonObject, context: ChildContext, before?: JsonObject): Promise<JsonObject> => {
    const { parts, record, siblings } = context
    const now = parts.clock.now()
    const policy = upgradePolicyOf(document)
    if (before && upgradePolicyOf(before).state?.value === 'started') throw badRequest(underWay(document))
    const nextRun = nextRunOf(policy, now, before && upgradePolicyOf(before))
    if (!isAutomatic(policy)) checkTarget(policy, context, type)
    const pool = document['node_pool_id']
    const others = (await siblings()).filter(({ id }) => id !== document['id'])
    const rival = others.find(
      (other) => other.document['node_pool_id'] === pool && !isOver(upgradePolicyOf(other.document)),
    )
    if (rival) throw conflict(`Cluster '${record.id}' has an upgrade policy already, '${rival.id}'`)
    return {
      schedule_type: 'manual',
      upgrade_type: type,
      ...document,
      next_run: nextRun,
      cluster_id: record.id,
      creation_timestamp: document['creation_timestamp'] ?? formatTime(now),
      last_update_timestamp: formatTime(now),
      state: { value: 'pending', description: 'The upgrade is about to be scheduled' },
    }
  }

/** Keeps an upgrade that has begun: nobody could say how it went. */
export function checkUpgradeRemoval({ document }: ChildRecord): void {
  if (upgradePolicyOf(document).state?.value === 'started') throw badRequest(underWay(document))
}

const underWay = ({ id }: Readonly<JsonObject>): string =>
  `Upgrade policy '${id}' is being carried out: it can't be changed or deleted before that is through`

/** When a policy comes up: as its schedule says, at the time that a manual one names, or at once. */
function nextRunOf(policy: UpgradePolicy, now: number, before: UpgradePolicy | undefined): string {
  const { schedule, next_run: given } = policy
  if (!isAutomatic(policy)) {
    if (!policy.version) throw badRequest("Attribute 'version' is mandatory for manual upgrades")
    return given ?? formatTime(now)
  }
  if (!schedule) throw badRequest("Attribute 'schedule' is mandatory for automatic upgrades")
  if (given !== undefined && before !== undefined && before.schedule === schedule) return given
  return formatTime(scheduledTime(schedule, now))
}

function scheduledTime(schedule: string, now: number): number {
  try {
    const time = nextScheduledTime(schedule, now)
    if (time !== undefined) return time
  } catch (error) {
    throw badRequest(`Attribute 'schedule' is invalid: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw badRequest(`Attribute 'schedule' is invalid: '${schedule}' never comes up`)
}

/** Versions are what shards offer: while none has told of any, nobody can say which upgrades there are. */
function checkTarget({ version }: UpgradePolicy, { parts, record }: ChildContext, type: UpgradeType): void {
  const { cluster } = record
  const versions = offeredVersions(parts.driver.catalog, cluster.cloud_provider?.id)
  const group = cluster.version?.channel_group ?? 'stable'
  const current = cluster.openshift_version ?? cluster.version?.raw_id
  const from = versions.find(({ raw_id, channel_group }) => raw_id === current && channel_group === group)
  if (!from) return
  // Nodes follow their control plane, which comes before the rest of the cluster.
  const targets = type === 'NodePool' ? [cluster.version?.raw_id, current] : from.available_upgrades
  if (targets.some((target) => target === version)) return
  const list = targets.length === 0 ? 'there are none' : `there are ${[...new Set(targets)].join(', ')}`
  throw badRequest(`Version '${version}' isn't available as an upgrade from '${current}': ${list}`)
}
