import type { ReplicaSet } from '@skep/api'
import { hasReason } from '@skep/base'
import { REPLICA_SETS } from '../../resources.ts'
import { controllerOf } from '../ownership.ts'
import { isNamespaceTerminating, textOf } from '../pods/pod-control.ts'
import { newReplicaSet } from './new-set.ts'
import { isSameTemplate, sizeAnnotations, sizeOf } from './replica-sets.ts'
import type { ScalePlan } from './scale-plan.ts'
import { note, type RolloutScope, tell } from './scope.ts'

/** Writes a set, and keeps the outcome in its place among the others. */
export async function changeSet(
  scope: RolloutScope,
  set: ReplicaSet,
  change: (stored: ReplicaSet) => ReplicaSet,
): Promise<void> {
  const { namespace = '', name = '', uid } = set.metadata
  const written = await scope.cluster.objects.modify(REPLICA_SETS, namespace, name, (stored) =>
    stored.metadata.uid === uid ? change(stored as ReplicaSet) : undefined,
  )
  if (!written) return
  const replace = (each: ReplicaSet) => (each.metadata.uid === uid ? (written as ReplicaSet) : each)
  const { current, old } = scope.sets
  scope.sets = { current: current && replace(current), old: old.map(replace) }
}

/** Gives sets the sizes that were planned. */
export async function scaleSets(scope: RolloutScope, plan: ScalePlan): Promise<void> {
  for (const [set, size] of plan) {
    const before = sizeOf(set)
    await changeSet(scope, set, ({ metadata, spec, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, annotations: { ...metadata.annotations, ...sizeAnnotations(scope.limits) } },
      spec: { ...spec, replicas: size },
    }))
    if (size !== before) tellScaling(scope, set, before, size)
  }
}

function tellScaling(scope: RolloutScope, { metadata }: ReplicaSet, from: number, to: number): void {
  const message = `Scaled ${from < to ? 'up' : 'down'} replica set ${metadata.name} from ${from} to ${to}`
  tell(scope, { reason: 'ScalingReplicaSet', message })
}

/**
 * Makes the set of the present template. Undefined when there is none for now: the namespace is on its way out, or the
 * name is taken by a set of another template and the next attempt will use another.
 */
export async function createCurrentSet(scope: RolloutScope): Promise<ReplicaSet | undefined> {
  const { cluster, deployment, limits, sets, collisionCount } = scope
  const wanted = newReplicaSet({ deployment, old: sets.old, limits, collisionCount })
  const { namespace = '', name = '' } = wanted.metadata
  try {
    const created = (await cluster.objects.create(REPLICA_SETS, namespace, wanted)) as ReplicaSet
    if (sizeOf(created) > 0) tellScaling(scope, created, 0, sizeOf(created))
    const message = `Created new replica set "${name}"`
    note(scope, { type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated', message })
    scope.sets = { ...sets, current: created }
    return created
  } catch (error) {
    if (isNamespaceTerminating(error)) return undefined
    if (hasReason(error, 'AlreadyExists')) return resolveCollision(scope, name)
    const failure = {
      reason: 'ReplicaSetCreateError',
      message: `Failed to create new replica set "${name}": ${textOf(error)}`,
    }
    note(scope, { type: 'Progressing', status: 'False', ...failure })
    tell(scope, { type: 'Warning', ...failure })
    throw error
  }
}

function resolveCollision(scope: RolloutScope, name: string): ReplicaSet | undefined {
  const { metadata, spec } = scope.deployment
  const found = scope.cluster.objects.get(REPLICA_SETS, metadata.namespace ?? '', name) as ReplicaSet | undefined
  const isOurs = found && controllerOf(found)?.uid === metadata.uid
  if (!isOurs || !isSameTemplate(found.spec.template, spec.template)) {
    scope.collisionCount = (scope.collisionCount ?? 0) + 1
    return undefined
  }
  scope.sets = { ...scope.sets, current: found }
  return found
}
