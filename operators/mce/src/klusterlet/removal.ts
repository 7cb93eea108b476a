import { CustomResourceDefinition, Klusterlet, ManagedClusterClaim, Namespace } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Stored } from '@skep/client'
import { type Ctx, hasFinalizer, type Result } from '@skep/controller'
import { ANNOTATIONS, FINALIZERS } from '../names.ts'
import type { MceParts } from '../parts.ts'

/** A cluster may not answer for this long before nothing more is expected of it. */
const EVICTION_MS = 300_000
const RETRY_MS = 10_000

/** What makes a cluster know of claims. */
export const CLAIM_DEFINITION = `${ManagedClusterClaim.plural}.${ManagedClusterClaim.group}`

/** Takes the agent of a hosted cluster away: from the cluster, if that answers, and from the hosting cluster. */
export async function removeKlusterlet(
  ctx: Ctx,
  parts: MceParts,
  klusterlet: Stored<Klusterlet>,
  cluster: string,
): Promise<Result> {
  const { name } = klusterlet.metadata
  // What is going anyway needs no cleaning.
  const isGoing = parts.views.hostedClusterOf(cluster)?.metadata.deletionTimestamp !== undefined
  if (!isGoing && hasFinalizer(klusterlet, FINALIZERS.klusterletHosted)) {
    const wait = await cleanCluster(ctx, parts, klusterlet, cluster)
    if (wait > 0) return { requeueAfterMs: wait }
  }
  if (parts.views.namespaces.get({ name })) await parts.client.delete(Namespace, { name })
  await release(parts, klusterlet)
  return {}
}

/** How long to wait before trying again; 0 when the cluster is clean, or has not answered for too long. */
async function cleanCluster(
  ctx: Ctx,
  parts: MceParts,
  { metadata }: Stored<Klusterlet>,
  cluster: string,
): Promise<number> {
  try {
    const client = await parts.managedApis.clientOf(cluster)
    await client.delete(CustomResourceDefinition, { name: CLAIM_DEFINITION })
    return 0
  } catch (error) {
    if (ctx.signal.aborted) throw error
    const start = metadata.annotations?.[ANNOTATIONS.evictionStart]
    if (start === undefined) await noteEviction(ctx, parts, metadata)
    const left = start === undefined ? EVICTION_MS : Date.parse(start) + EVICTION_MS - ctx.clock.now()
    return Math.max(0, Math.min(left, RETRY_MS))
  }
}

async function noteEviction(ctx: Ctx, { client }: MceParts, metadata: Stored<Klusterlet>['metadata']): Promise<void> {
  const annotations = { [ANNOTATIONS.evictionStart]: formatTime(ctx.clock.now()) }
  await client.patch(Klusterlet, metadata, { type: 'merge', body: { metadata: { annotations } } })
}

async function release({ client }: MceParts, { metadata }: Stored<Klusterlet>): Promise<void> {
  const own: readonly string[] = [FINALIZERS.klusterlet, FINALIZERS.klusterletHosted]
  const finalizers = (metadata.finalizers ?? []).filter((finalizer) => !own.includes(finalizer))
  if (finalizers.length === metadata.finalizers?.length) return
  const { uid, resourceVersion } = metadata
  await client.patch(Klusterlet, metadata, { type: 'merge', body: { metadata: { uid, resourceVersion, finalizers } } })
}
