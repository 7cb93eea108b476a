import { HostedCluster, type NodePool } from '@skep/api'
import type { Stored } from '@skep/client'
import { conditionOf } from '../conditions.ts'
import { missingPart, type Part, partsOf } from '../explainer.ts'
import { type Explained, failing, nameOf, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

/** What is said of the cluster of a pool where the pool has to wait for it. */
const MISSING = 'Missing'
const PAUSED = 'Paused'
const UPGRADING = 'Upgrading'
const OTHER_PLATFORM = 'OtherPlatform'

/** The hosted cluster of a pool, if that has something to do with how the pool is. */
export async function clusterPart(pool: Stored<NodePool>, read: Reader): Promise<Part[]> {
  const { metadata, spec } = pool
  const ref = { namespace: metadata.namespace ?? '', name: spec.clusterName }
  const cluster = await read.get(HostedCluster, ref)
  const isDeleting = metadata.deletionTimestamp !== undefined
  if (!cluster) return isDeleting ? [] : [missingPart(read, HostedCluster, ref, missing(nameOf(ref)))]
  const said = paused(cluster) ?? (isDeleting ? undefined : (otherPlatform(cluster, pool) ?? upgrading(cluster, pool)))
  if (said) return [missingPart(read, HostedCluster, ref, said)]
  return hasApi(cluster) || isDeleting ? [] : partsOf(read, [cluster])
}

/** No machine is made before there is an API that it could join. */
const hasApi = (cluster: Stored<HostedCluster>): boolean =>
  cluster.status?.kubeconfig !== undefined && conditionOf(cluster, 'Available')?.status === 'True'

const missing = (name: string): Verdict =>
  failing({
    state: MISSING,
    waitsFor: 'it is not there',
    nextActor: user(`create HostedCluster ${name}, or correct spec.clusterName`),
  })

function paused(cluster: Stored<HostedCluster>): Verdict | undefined {
  const active = conditionOf(cluster, 'ReconciliationActive')
  if (active?.status !== 'False' || cluster.metadata.deletionTimestamp !== undefined) return undefined
  const nextActor = user(`remove spec.pausedUntil of HostedCluster ${nameOf(cluster.metadata)}`)
  const waitsFor = 'spec.pausedUntil to be over; machines are left alone until then'
  return { ...failing({ state: PAUSED, waitsFor, since: active.lastTransitionTime, nextActor }), inherited: true }
}

/** A cluster of another platform than its pool, unless that has got its nodes nevertheless. */
function otherPlatform({ spec, metadata }: Stored<HostedCluster>, pool: Stored<NodePool>): Verdict | undefined {
  const [wanted, given] = [spec.platform.type, pool.spec.platform.type]
  // Whoever brings the machines can bring them to any cluster.
  if (wanted === given || given === 'None' || conditionOf(pool, 'Ready')?.status === 'True') return undefined
  const name = nameOf(pool.metadata)
  const mistake = failing({
    state: OTHER_PLATFORM,
    waitsFor: `HostedCluster ${metadata.name} is on ${wanted}, but NodePool ${pool.metadata.name} on ${given}`,
    since: pool.metadata.creationTimestamp,
    nextActor: user(`make NodePool ${name} anew: spec.platform.type must be that of its HostedCluster`),
  })
  return { ...mistake, sinceBy: 'server' }
}

/** A cluster that is on its way to the release that a pool wants as well, or beyond one that it may not have yet. */
function upgrading(cluster: Stored<HostedCluster>, pool: Stored<NodePool>): Verdict | undefined {
  const [newest, ...older] = cluster.status?.version?.history ?? []
  const isPartial = newest?.state === 'Partial' && older.some(({ state }) => state === 'Completed')
  const isAboutTo = newest?.state === 'Completed' && conditionOf(cluster, 'Progressing')?.status === 'True'
  const [image, wanted] = [cluster.spec.release.image, pool.spec.release.image]
  const isWaitedFor = image === wanted || (isAhead(pool) && isLater(image, wanted))
  if (!isWaitedFor || !(isPartial || isAboutTo)) return undefined
  return waiting({
    state: UPGRADING,
    waitsFor: 'its control plane to be upgraded; pools follow it',
    since: isPartial ? newest.startedTime : undefined,
    nextActor: operator('cluster version operator'),
  })
}

/** Whether a pool is too new for its cluster. Machines may be made nevertheless, and those are what it waits for first. */
function isAhead(pool: Stored<NodePool>): boolean {
  const says = (type: string, status: string) => conditionOf(pool, type)?.status === status
  return (
    says('ValidReleaseImage', 'False') || (says('SupportedVersionSkew', 'False') && says('AllMachinesReady', 'True'))
  )
}

/** Whether a release is not older than another one, as far as their names tell. */
function isLater(image: string, wanted: string): boolean {
  const [one, other] = [VERSION.exec(image)?.[0], VERSION.exec(wanted)?.[0]]
  return one !== undefined && other !== undefined && one.localeCompare(other, 'en', { numeric: true }) >= 0
}

/** Such as `4.19.3` in the tag of an image. */
const VERSION = /(?<=:)\d+\.\d+\.\d+/

const clusterIn = (children: readonly Explained[], state: string): Explained | undefined =>
  children.find((child) => child.object.kind === HostedCluster.kind && child.state === state)

/** What is said of a pool whose cluster is not there. */
export function withoutCluster(children: readonly Explained[]): Verdict | undefined {
  const absent = clusterIn(children, MISSING)
  return (
    absent && {
      ...absent,
      state: 'NoHostedCluster',
      waitsFor: `HostedCluster ${nameOf(absent.object)}, which is not there`,
    }
  )
}

/** What is said of a pool whose machines could not join its cluster. */
export function onOtherPlatform(children: readonly Explained[]): Verdict | undefined {
  const cluster = clusterIn(children, OTHER_PLATFORM)
  return cluster && { ...cluster, own: true }
}

/** What is said of a pool that changes while its cluster lets nobody touch it. */
export function pausedWithCluster(children: readonly Explained[], what: string): Verdict | undefined {
  const cluster = clusterIn(children, PAUSED)
  if (!cluster) return undefined
  const waitsFor = `${what}; its HostedCluster is paused, so that machines are left alone`
  const { since, nextActor } = cluster
  return { ...failing({ state: 'PausedWithCluster', waitsFor, since, nextActor }), inherited: true }
}

/** What is said of a pool that may not have its release before its cluster has it. */
export function behindCluster(children: readonly Explained[]): Verdict | undefined {
  const cluster = clusterIn(children, UPGRADING)
  if (!cluster) return undefined
  return waiting({
    state: 'WaitingForControlPlane',
    waitsFor: `HostedCluster ${nameOf(cluster.object)} to be upgraded first; then this pool follows`,
    since: cluster.since,
    nextActor: cluster.nextActor,
  })
}
