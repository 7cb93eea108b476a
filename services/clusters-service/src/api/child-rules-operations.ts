import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import { badRequest } from '../model/problem.ts'
import type { ChildContext } from './child-resource.ts'

const BREAK_GLASS_LIFETIME_MS = 24 * 3_600_000

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
  }
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
