import { isEmptySelector, type StatefulSet } from '@skep/api'
import type { ClusterView } from '../../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type Outcome,
  ownKey,
  serviceAccount,
} from '../../controller.ts'
import { PODS, STATEFUL_SETS } from '../../resources.ts'
import { dependentKeys } from '../dependent-keys.ts'
import { candidatesFor, inNamespace, type WorkloadIndexes } from '../indexes.ts'
import { claimObjects } from '../ownership.ts'
import { isDeleted, untilNextAvailable } from '../pods/pod-state.ts'
import { forgetRevisions, type Historian, listRevisions, presentRevision } from '../revisions/revisions.ts'
import { writeStatus } from '../status-writer.ts'
import { keepMembers, removeExcess, updateMembers } from './member-steps.ts'
import { ordinalOf } from './ordinals.ts'
import { presentMembers, revisionOf, type SetScope, STATEFUL_SET } from './scope.ts'
import { setStatus } from './status.ts'

const HASH_LABEL = 'controller.kubernetes.io/hash'

/** Keeps pods that have names, places in an order, and storage of their own. */
export function statefulSetController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  const dependents = {
    kind: STATEFUL_SET,
    inNamespace: (clusterId: string, namespace: string) => indexes.statefulSets.find(clusterId, inNamespace(namespace)),
    selectorOf: ({ spec }: StatefulSet) => spec.selector,
  }
  return {
    name: 'statefulset',
    identity: serviceAccount('statefulset-controller'),
    watches: [STATEFUL_SETS, PODS],
    keysOf: (event) => {
      if (isResource(event, PODS)) return dependentKeys(event, dependents)
      return event.type === 'put' ? [ownKey(event)] : []
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const set = cluster.objects.get(STATEFUL_SETS, namespace, name) as StatefulSet | undefined
      return set && !isEmptySelector(set.spec.selector) ? sync(context, indexes, cluster, set) : undefined
    },
  }
}

async function sync(
  context: ControllerContext,
  indexes: WorkloadIndexes,
  cluster: ClusterView,
  set: StatefulSet,
): Promise<Outcome | undefined> {
  const claimant = { kind: STATEFUL_SET, owner: set, selector: set.spec.selector }
  const { owned, orphans } = candidatesFor(indexes.pods, cluster.id, set)
  const adoptable = orphans.filter((pod) => ordinalOf(set, pod) !== undefined)
  await claimObjects(cluster, PODS, claimant, { owned, orphans: adoptable })
  const historian: Historian = {
    cluster,
    index: indexes.revisions,
    claimant,
    template: set.spec.template,
    hashLabel: HASH_LABEL,
    collisionCount: set.status?.collisionCount ?? 0,
  }
  const revisions = await listRevisions(historian)
  const updateRevision = await presentRevision(historian, revisions)
  const currentRevision =
    revisions.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? updateRevision
  const { collisionCount } = historian
  const scope = { context, indexes, cluster, set, currentRevision, updateRevision, collisionCount }
  try {
    if (!isDeleted(set)) await moveOn(scope)
  } finally {
    await writeStatus(cluster, STATEFUL_SETS, set, setStatus(scope))
  }
  await forgetRevisions(historian, revisions, liveRevisions(scope), set.spec.revisionHistoryLimit ?? 10)
  return nextLook(scope)
}

async function moveOn(scope: SetScope): Promise<void> {
  if ((await keepMembers(scope)) === 'wait') return
  if ((await removeExcess(scope)) === 'wait') return
  if (scope.set.spec.updateStrategy?.type !== 'OnDelete') await updateMembers(scope)
}

/** Revisions that are in use cannot be forgotten. */
function liveRevisions(scope: SetScope): (revision: { metadata: { name?: string } }) => boolean {
  const pods = [...presentMembers(scope).values()]
  const { currentRevision, updateRevision } = scope
  const live = new Set([currentRevision.metadata.name, updateRevision.metadata.name, ...pods.map(revisionOf)])
  return ({ metadata }) => live.has(metadata.name)
}

function nextLook(scope: SetScope): Outcome | undefined {
  const { set, context } = scope
  const pods = [...presentMembers(scope).values()]
  const wait = untilNextAvailable(pods, set.spec.minReadySeconds ?? 0, context.clock.now())
  return wait === undefined ? undefined : { requeueAfterMs: wait }
}
