import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import { badRequest, conflict } from '../model/problem.ts'
import type { ChildRecord } from '../records/child-record.ts'
import type { ChildContext } from './child-resource.ts'
import type { ApiParts } from './parts.ts'

/** No operator on a shard can be asked for another version, and a policy that waits must not look as if it would run. */
const NOT_CARRIED_OUT =
  'The policy is stored but not carried out: this service has no means to change the version of a cluster that runs'
/** Who asks for a way in must not wait for one that never comes. */
const NOT_ISSUED =
  'The credential is stored but never issued: this service has no transport to hosted control planes, which would sign it'
const BREAK_GLASS_LIFETIME_MS = 24 * 3_600_000

/** Checks an upgrade: a version or a schedule, and one at a time. */
export async function checkUpgradePolicy(
  document: JsonObject,
  { parts, record, siblings }: ChildContext,
  before?: JsonObject,
): Promise<JsonObject> {
  const now = formatTime(parts.clock.now())
  const automatic = document['schedule_type'] === 'automatic'
  if (automatic && !document['schedule']) throw badRequest("Attribute 'schedule' is mandatory for automatic upgrades")
  if (!automatic && !document['version']) throw badRequest("Attribute 'version' is mandatory for manual upgrades")
  if (before) return { ...document, last_update_timestamp: now }
  const pool = document['node_pool_id']
  if ((await siblings()).some((other) => other.document['node_pool_id'] === pool)) {
    throw conflict(`Cluster '${record.id}' has an upgrade policy already`)
  }
  return {
    schedule_type: 'manual',
    ...document,
    cluster_id: record.id,
    creation_timestamp: now,
    last_update_timestamp: now,
    state: { value: 'pending', description: NOT_CARRIED_OUT },
  }
}

/** Checks a way in for emergencies: for clusters that let somebody else check who comes in. */
export function checkBreakGlassCredential(document: JsonObject, { parts, record }: ChildContext): JsonObject {
  if (!record.cluster.external_auth_config?.enabled) {
    throw badRequest(
      `Cluster '${record.id}' has no external authentication, which break glass credentials stand in for`,
    )
  }
  const now = parts.clock.now()
  const expiration = document['expiration_timestamp'] ?? formatTime(now + BREAK_GLASS_LIFETIME_MS)
  if (Date.parse(String(expiration)) <= now) throw badRequest("Attribute 'expiration_timestamp' must lie in the future")
  const username = document['username'] || `break-glass-${parts.random.uint32().toString(36)}`
  return {
    ...document,
    username,
    expiration_timestamp: expiration,
    status: 'created',
    status_description: NOT_ISSUED,
  }
}

/** What has run out says so, whoever looks first. */
export function showBreakGlassCredential({ document }: ChildRecord, { clock }: ApiParts): JsonObject {
  const ended = Date.parse(String(document['expiration_timestamp'])) <= clock.now()
  const over = ended && (document['status'] === 'created' || document['status'] === 'issued')
  return over ? { ...document, status: 'expired' } : document
}

/** Notes when a manifest was written. */
export function checkManifest(document: JsonObject, { parts }: ChildContext, before?: JsonObject): JsonObject {
  const now = formatTime(parts.clock.now())
  return { creation_timestamp: before?.['creation_timestamp'] ?? now, ...document, updated_timestamp: now }
}

/** Notes when support was limited. */
export function checkLimitedSupportReason(document: JsonObject, { parts }: ChildContext): JsonObject {
  if (!document['summary']) throw badRequest("Attribute 'summary' is mandatory")
  return { detection_type: 'manual', ...document, creation_timestamp: formatTime(parts.clock.now()) }
}

/** Counts the reasons in the status of the cluster. */
export async function countLimitedSupport({ parts, record, siblings }: ChildContext): Promise<void> {
  const count = (await siblings()).length
  await parts.clusters.observe(record.id, { status: { limited_support_reason_count: count } })
}
