import { ClusterDeployment, ClusterPool, HiveClusterClaim } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'

const HIVE = operator('hive')

const POOL_RULES: readonly ConditionRule[] = [
  { type: 'MissingDependencies', want: 'False', nextActor: user('create what the message names') },
  { type: 'InventoryValid', want: 'True', nextActor: user('correct the customizations of the inventory') },
  {
    type: 'CapacityAvailable',
    want: 'True',
    onTheWay: true,
    nextActor: user('raise spec.maxSize, or give clusters back'),
  },
  { type: 'AllClustersCurrent', want: 'True', onTheWay: true, nextActor: HIVE },
]

/** A pool of clusters: those in it, and those who wait for one. */
const pool: Explainer<ClusterPool> = {
  kind: ClusterPool,
  parts: async ({ metadata: { namespace, name } }, read) => {
    const [claims, deployments] = await Promise.all([
      read.list(HiveClusterClaim, { namespace }),
      read.list(ClusterDeployment),
    ])
    const own = deployments.filter(
      ({ spec: { clusterPoolRef: ref } }) => ref?.poolName === name && ref.namespace === namespace,
    )
    const waitingClaims = claims.filter(({ spec }) => spec.clusterPoolName === name && !spec.namespace)
    return partsOf(read, [...own, ...waitingClaims] as Stored[])
  },
  verdict: (object, children) => {
    const { size = 0, ready = 0, standby = 0 } = object.status ?? {}
    const count = `${ready} ready, ${standby} standby of ${object.spec.size}`
    const unmet = firstUnmet(object, POOL_RULES)
    if (unmet) return unmet
    const since = object.metadata.creationTimestamp
    if (ready + standby >= object.spec.size) return good(count, since)
    const worst = children.find(({ health }) => health !== 'good')
    const waitsFor = `${object.spec.size - ready - standby} clusters to be installed (${size} unclaimed so far)`
    return waiting({ state: count, waitsFor, since: worst?.since ?? since, nextActor: worst?.nextActor ?? HIVE })
  },
  deletion: (object, children) => {
    const possible = conditionOf(object, 'DeletionPossible')
    const held = explainDeletion(object, children)
    if (held.health === 'failing' || possible?.status !== 'False') return held
    const { reason: state = 'Deleting', message, lastTransitionTime: since } = possible
    return waiting({ state, waitsFor: message || held.waitsFor || '', since, nextActor: held.nextActor })
  },
}

/** Somebody who wants a cluster, and the one that they got. */
const claim: Explainer<HiveClusterClaim> = {
  kind: HiveClusterClaim,
  parts: async ({ metadata, spec }, read) => {
    const { namespace } = spec
    if (!namespace) {
      return partsOf(read, [
        await read.get(ClusterPool, { namespace: metadata.namespace ?? '', name: spec.clusterPoolName }),
      ])
    }
    return partsOf(read, [...(await read.list(ClusterDeployment, { namespace }))] as Stored[])
  },
  verdict: (object, children) => {
    if (!object.spec.namespace && children.length === 0) return poolMissing(object)
    return (
      firstUnmet(object, [
        {
          type: 'Pending',
          want: 'False',
          onTheWay: true,
          nextActor: children[0]?.nextActor.role === 'user' ? children[0].nextActor : HIVE,
        },
        {
          type: 'ClusterRunning',
          want: 'True',
          onTheWay: true,
          nextActor: HIVE,
          byReason: { ClusterDeleted: user('claim another cluster') },
        },
      ]) ?? running(object, children)
    )
  },
}

function running(object: Stored<HiveClusterClaim>, children: readonly Explained[]): Verdict {
  const stated = conditionOf(object, 'ClusterRunning')
  if (stated) return good('Running', stated.lastTransitionTime)
  const since = object.metadata.creationTimestamp
  return waiting({ state: 'New', waitsFor: 'a cluster of the pool', since, nextActor: children[0]?.nextActor ?? HIVE })
}

function poolMissing({ metadata, spec }: Stored<HiveClusterClaim>): Verdict {
  const nextActor = user(`create ClusterPool ${spec.clusterPoolName}`)
  return failing({
    state: 'NoPool',
    waitsFor: `ClusterPool ${spec.clusterPoolName}`,
    since: metadata.creationTimestamp,
    nextActor,
  })
}

/** Pools of clusters, and claims on them. */
export const POOL_EXPLAINERS: readonly Explainer[] = [pool, claim]
