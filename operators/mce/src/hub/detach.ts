import { Klusterlet, ManagedCluster, ManifestWork, Namespace } from '@skep/api'
import { ignoreMissing, type Stored } from '@skep/client'
import { type Ctx, dropFinalizer, type Result } from '@skep/controller'
import { FINALIZERS, klusterletName, klusterletWorkName, kubeconfigWorkName } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { describeRemaining, type Force, type Remaining, removeObject, removeResources } from './cleanup.ts'
import { removePermissions } from './permissions.ts'
import { availabilityOf, type ClusterScope, CONDITIONS, hostingClusterOf, state } from './scope.ts'

/** Whether a cluster has to be let go by force, and why. */
interface Urgency {
  readonly force: Force
  readonly reason?: string
  /** How much longer it may take before there has to be more force; less than nothing when there is as much as can be. */
  readonly leftMs: number
}

/** A Klusterlet that is let go by force is given this long to take its work along. */
const LAST_RESORT_MS = 60_000

/**
 * Lets go of a cluster that is being deleted: of what is in its namespace, then of its agent. Finished when the result
 * says so; until then, conditions say what is waited for. A HostedCluster behind it stays as it is.
 */
export async function detachCluster(ctx: Ctx, scope: ClusterScope): Promise<Result & { finished: boolean }> {
  const urgency = urgencyOf(ctx, scope)
  const remaining = await removeOwn(ctx, scope, urgency.force)
  const hosted = remaining ? undefined : await removeAgent(scope, urgency)
  const waitsFor = remaining ?? hosted
  tellDetaching(ctx, scope, urgency, waitsFor)
  if (!waitsFor) return { finished: true }
  return { finished: false, ...(urgency.leftMs > 0 ? { requeueAfterMs: urgency.leftMs } : {}) }
}

function urgencyOf(ctx: Ctx, { parts, cluster }: ClusterScope): Urgency {
  const leftMs = ctx.sightings.deletedAt(cluster) + parts.options.detachTimeoutMs - ctx.clock.now()
  if (leftMs <= 0) return { force: 'all', reason: 'it took too long otherwise', leftMs: leftMs + LAST_RESORT_MS }
  if (!cluster.spec?.hubAcceptsClient) return { force: 'cluster', reason: 'the hub does not accept it', leftMs }
  const available = availabilityOf(cluster)?.status ?? 'True'
  return available === 'True' ? { force: 'none', leftMs } : { force: 'cluster', reason: 'it is not available', leftMs }
}

async function removeOwn(ctx: Ctx, scope: ClusterScope, force: Force): Promise<Remaining | undefined> {
  const type = CONDITIONS.deleting
  try {
    const remaining = await removeResources(scope.parts, scope.cluster.metadata.name, force)
    const message = remaining ? `Waiting for ${describeRemaining(remaining)}` : 'No cleaned resource in cluster ns.'
    const reason = remaining ? 'ResourceRemaining' : 'NoResource'
    state(scope, ctx, { type, status: remaining ? 'False' : 'True', reason, message })
    return remaining
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    state(scope, ctx, { type, status: 'False', reason: 'DeletingError', message })
    throw error
  }
}

/** Removes what was brought to the hosting cluster, the agent after all others and its kubeconfig last. */
async function removeAgent({ parts, cluster }: ClusterScope, urgency: Urgency): Promise<Remaining | undefined> {
  const { name } = cluster.metadata
  const works = await worksOf(parts, name, hostingClusterOf(cluster))
  const isLast = ({ metadata }: Stored) => [klusterletWorkName(name), kubeconfigWorkName(name)].includes(metadata.name)
  const others = works.filter((work) => !isLast(work))
  const klusterlet = works.filter(({ metadata }) => metadata.name === klusterletWorkName(name))
  const objects = [others, klusterlet, works].find((step) => step.length > 0)
  if (!objects) return undefined
  if (urgency.force === 'all') await releaseKlusterlet(parts, name)
  // Where nobody applies works, nobody takes them away either.
  const force = urgency.force === 'all' && urgency.leftMs <= 0 ? 'all' : 'none'
  for (const work of objects) await removeObject(parts.client, ManifestWork, work, force)
  const places = [...new Set(objects.map(({ metadata }) => metadata.namespace))]
  return { resource: `manifestworks of ${places.join(', ')}`, objects }
}

/**
 * All that were brought anywhere for the cluster, also where it is not hosted any more. Those that are made here are asked
 * for, since one may be newer than what is known.
 */
async function worksOf(
  { client, views }: MceParts,
  name: string,
  namespace: string | undefined,
): Promise<Stored<ManifestWork>[]> {
  const known = views.hostedWorksOf(name)
  if (known.length > 0 || namespace === undefined) return known
  const made = [klusterletWorkName(name), kubeconfigWorkName(name)]
  const found = await Promise.all(made.map((work) => client.get(ManifestWork, { namespace, name: work })))
  return found.filter((work) => work !== undefined)
}

/** Lets a Klusterlet go that cannot clean up in its cluster any more. */
export async function releaseKlusterlet({ client }: MceParts, cluster: string): Promise<void> {
  const klusterlet = await client.get(Klusterlet, { name: klusterletName(cluster) })
  if (klusterlet) await dropFinalizer(client, Klusterlet, klusterlet, FINALIZERS.klusterletHosted)
}

function tellDetaching(ctx: Ctx, scope: ClusterScope, { force, reason }: Urgency, waitsFor?: Remaining): void {
  const how = force === 'none' ? 'now' : `by force, since ${reason}`
  const rest = waitsFor ? `; waiting for ${describeRemaining(waitsFor)}` : ''
  state(scope, ctx, {
    type: CONDITIONS.imported,
    status: 'False',
    reason: force === 'none' ? 'ManagedClusterDetaching' : 'ManagedClusterForceDetaching',
    message: `The managed cluster is being detached ${how}${rest}`,
  })
}

const OWN_FINALIZERS: readonly string[] = [
  FINALIZERS.permissions,
  FINALIZERS.resources,
  FINALIZERS.importWorks,
  FINALIZERS.import,
]

/** The namespace of an agent goes with its Klusterlet; where that never came, nobody else knows of it. */
async function removeAgentNamespace({ client, views }: MceParts, cluster: string): Promise<void> {
  const name = klusterletName(cluster)
  if (views.namespaces.get({ name }) && !views.klusterlets.get({ name })) await client.delete(Namespace, { name })
}

/** Whether a cluster has been let go. */
export const isReleased = ({ metadata }: ManagedCluster): boolean =>
  !(metadata.finalizers ?? []).some((finalizer) => OWN_FINALIZERS.includes(finalizer))

/** Lets a cluster go of which nothing is left. */
export async function releaseCluster(parts: MceParts, { metadata }: Stored<ManagedCluster>): Promise<void> {
  parts.agents.stop(metadata.name)
  parts.managedApis.forget(metadata.name)
  await removePermissions(parts, metadata.name)
  await removeAgentNamespace(parts, metadata.name)
  const { uid, resourceVersion } = metadata
  const finalizers = (metadata.finalizers ?? []).filter((finalizer) => !OWN_FINALIZERS.includes(finalizer))
  const body = { metadata: { uid, resourceVersion, finalizers } }
  // Whoever was faster has let it go.
  await parts.client.patch(ManagedCluster, metadata, { type: 'merge', body }).catch(ignoreMissing)
}
