import { DnsZone, type DnsZone as DnsZoneObject, type HiveConfig, type HivePlatform } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Stored } from '@skep/client'
import { addFinalizer, type Ctx, dropFinalizer, type Reconciler, type Result, withOwnStatus } from '@skep/controller'
import { type HiveConditionUpdate, setHiveCondition } from '../../conditions.ts'
import { HOUR_MS, SECOND_MS } from '../../durations.ts'
import { FINALIZERS } from '../../labels.ts'
import { DNS_TIMEOUT_MS } from '../deployment/dns.ts'
import type { CloudZone } from '../installer/infrastructure.ts'
import type { HiveParts } from '../parts.ts'
import { credentialsOf } from '../platforms.ts'
import { pollAfter } from '../poll.ts'
import { conditionsOf, type Findings } from './conditions.ts'

/** How often to look whether the world resolves a new zone, and how often to look after one that is there. */
const SOA_POLL_MS = 30 * SECOND_MS
const RESYNC_MS = 2 * HOUR_MS

type Zone = Stored<DnsZoneObject>

/** Looks after DNS zones in a cloud. */
export const dnsZoneReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const known = await parts.cache.get(DnsZone, key)
    if (!known) return {}
    const zone = withOwnStatus(known)
    if (zone.metadata.deletionTimestamp !== undefined) return remove(parts, zone)
    if (await addFinalizer(parts.client, DnsZone, zone, FINALIZERS.dnsZone)) return {}
    const linked = zone.spec.linkToParentDomain
    if (linked && (await addFinalizer(parts.client, DnsZone, zone, FINALIZERS.dnsEndpoint))) return {}
    const wait = untilResync(ctx, zone)
    if (wait > 0) return { requeueAfterMs: wait }
    const problem = await parts.infrastructure.checkCredentials(platformOf(zone), await credentialsSecret(parts, zone))
    const { cloudZone, error } = problem === undefined ? await ensureZone(parts, zone) : {}
    const isManaged = isBelow(zone.spec.zone, parts.settings.current().managedDomains)
    const found = { problem, error, cloudZone, isManaged }
    await report(ctx, parts, zone, conditionsOf(zone, found), cloudZone)
    return { requeueAfterMs: cloudZone?.available ? RESYNC_MS : untilNextLook(ctx, zone) }
  }

/** As often as upstream while a cluster waits for it, which is ten minutes at most; less often when nobody does. */
const untilNextLook = (ctx: Ctx, zone: Zone): number =>
  pollAfter(ctx.sightings.createdAt(zone) + DNS_TIMEOUT_MS, ctx.clock.now(), SOA_POLL_MS)

async function remove(parts: HiveParts, zone: Zone): Promise<Result> {
  if (!zone.spec.preserveOnDelete) await parts.infrastructure.zones.remove(zone)
  await dropFinalizer(parts.client, DnsZone, zone, FINALIZERS.dnsEndpoint)
  await dropFinalizer(parts.client, DnsZone, zone, FINALIZERS.dnsZone)
  return {}
}

/** A zone that is available, and has not changed, needs nothing for a while. */
function untilResync(ctx: Ctx, { metadata, status }: Zone): number {
  const available = status?.conditions?.some(({ type, status: holds }) => type === 'ZoneAvailable' && holds === 'True')
  if (!available || status?.lastSyncGeneration !== metadata.generation) return 0
  return Date.parse(status?.lastSyncTimestamp ?? '') + RESYNC_MS - ctx.clock.now()
}

/** The zone as a platform, so that credentials are checked in the same way. */
function platformOf({ spec: { aws, azure, gcp } }: Zone): HivePlatform {
  if (aws) return { aws: { ...aws, region: aws.region ?? '' } }
  if (azure) return { azure: { credentialsSecretRef: azure.credentialsSecretRef, region: '' } }
  return gcp ? { gcp: { ...gcp, region: '' } } : {}
}

async function credentialsSecret({ secrets }: HiveParts, zone: Zone) {
  const name = credentialsOf(platformOf(zone))
  return name === undefined ? undefined : secrets.get({ namespace: zone.metadata.namespace, name })
}

/** What the cloud has of a zone, or why it has nothing. */
async function ensureZone({ infrastructure }: HiveParts, zone: Zone): Promise<Pick<Findings, 'cloudZone' | 'error'>> {
  try {
    return { cloudZone: await infrastructure.zones.ensure(zone) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** Whether one of the domains that Hive manages is above a zone. */
const isBelow = (zone: string, managed: HiveConfig['spec']['managedDomains'] = []): boolean =>
  managed.some(({ domains }) => domains?.some((domain) => zone.endsWith(`.${domain}`)))

async function report(
  ctx: Ctx,
  { client }: HiveParts,
  zone: Zone,
  conditions: readonly HiveConditionUpdate[],
  cloudZone: CloudZone | undefined,
): Promise<void> {
  const before = withOwnStatus(zone)
  const status = (zone.status ??= {})
  const told = (status.conditions ??= [])
  for (const condition of conditions) setHiveCondition(told, condition, ctx.clock.now())
  if (cloudZone) {
    status.lastSyncTimestamp = formatTime(ctx.clock.now())
    status.lastSyncGeneration = zone.metadata.generation ?? 0
    status.nameServers = [...cloudZone.nameServers]
    if (zone.spec.aws) status.aws = { zoneID: cloudZone.zoneID }
    if (zone.spec.gcp) status.gcp = { zoneName: `hive-${cloudZone.zoneID.toLowerCase()}` }
  }
  await client.patchStatus(DnsZone, before, zone, { ifUnchanged: true })
}
