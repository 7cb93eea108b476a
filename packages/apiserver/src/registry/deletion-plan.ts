import { formatTime } from '@skep/base'
import type { KubeObject, ObjectMeta } from '@skep/schema'
import type { DeleteOptions, GroupResource, ServedResource } from '../contracts.ts'
import { conflict } from './errors.ts'
import { isGarbageCollected } from './kind-traits.ts'

/** What a request to delete an object comes to. */
export type DeletionPlan =
  /** Gone at once; `object` is its last state. */
  | { action: 'remove'; object: KubeObject }
  /** Stays, marked, until its grace period or its finalizers are over. */
  | { action: 'mark'; object: KubeObject }
  /** Is on its way already, and this request does not change that. */
  | { action: 'wait' }

export const ORPHAN = 'orphan'
export const FOREGROUND = 'foregroundDeletion'

/** Decides on a deletion; `object` is the caller's own copy of what is stored, and is changed. */
export function planDeletion(
  resource: ServedResource,
  object: KubeObject,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  checkPreconditions(resource, object, options)
  const { metadata } = object
  const grace = resource.rules?.gracePeriodSeconds ? beginGrace(resource, object, options, now) : undefined
  if (grace === 'running') return { action: 'wait' }
  if (isGarbageCollected(resource)) setPropagationFinalizers(metadata, options)
  const held = (metadata.finalizers?.length ?? 0) > 0
  if (grace !== undefined) return { action: held || grace > 0 ? 'mark' : 'remove', object }
  if (!held) return { action: 'remove', object }
  markDeleted(metadata, now)
  return { action: 'mark', object }
}

/** A namespace stays until its content is gone: its spec holds a finalizer of its own. */
export function planNamespaceDeletion(
  resource: ServedResource,
  namespace: NamespaceLike,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  checkPreconditions(resource, namespace, options)
  const { metadata } = namespace
  if (metadata.deletionTimestamp === undefined) {
    metadata.deletionTimestamp = formatTime(now)
    namespace.status = { ...namespace.status, phase: 'Terminating' }
    setPropagationFinalizers(metadata, options)
    return { action: 'mark', object: namespace }
  }
  if ((namespace.spec?.finalizers?.length ?? 0) > 0) return { action: 'mark', object: namespace }
  return planDeletion(resource, namespace, options, now)
}

/** Whether an update takes away the last thing that a deleted object waited for. */
export function finishesDeletion(resource: ServedResource, next: KubeObject, stored: KubeObject): boolean {
  const { metadata } = stored
  if ((next.metadata.finalizers?.length ?? 0) > 0 || metadata.deletionTimestamp === undefined) return false
  if (isNamespace(resource) && ((next as NamespaceLike).spec?.finalizers?.length ?? 0) > 0) return false
  return (metadata.deletionGracePeriodSeconds ?? 0) === 0
}

export const isNamespace = ({ group, resource }: GroupResource): boolean => group === '' && resource === 'namespaces'

type NamespaceLike = KubeObject & { spec?: { finalizers?: string[] }; status?: { phase?: string } }

function checkPreconditions(
  resource: ServedResource,
  { metadata }: KubeObject,
  { preconditions }: DeleteOptions,
): void {
  // The text names the kind where others name the resource.
  const at = { group: resource.group, resource: resource.kind }
  const { uid, resourceVersion: version } = preconditions ?? {}
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`
    throw conflict(at, metadata.name ?? '', why)
  }
  if (version !== undefined && version !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${version}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`
    throw conflict(at, metadata.name ?? '', why)
  }
}

/** Starts or shortens the grace period; undefined when none applies, `running` when an earlier one goes on. */
function beginGrace(
  { rules }: ServedResource,
  object: KubeObject,
  options: DeleteOptions,
  now: number,
): number | 'running' | undefined {
  const { metadata } = object
  const asked = options.gracePeriodSeconds
  const requested = asked !== undefined && asked < 0 ? 1 : asked
  if (metadata.deletionTimestamp !== undefined) return shortenGrace(metadata, requested, now)
  const seconds = rules!.gracePeriodSeconds!(object, requested)
  metadata.deletionTimestamp = formatTime(now + seconds * 1000)
  metadata.deletionGracePeriodSeconds = seconds
  raiseGeneration(metadata)
  return seconds
}

function shortenGrace(
  metadata: ObjectMeta,
  requested: number | undefined,
  now: number,
): number | 'running' | undefined {
  const running = metadata.deletionGracePeriodSeconds ?? 0
  if (running === 0) return undefined
  if (requested === undefined || requested >= running) return 'running'
  const deadline = Date.parse(metadata.deletionTimestamp!) + (requested - running) * 1000
  const over = deadline < now
  metadata.deletionTimestamp = formatTime(over ? now : deadline)
  // What remains graceful leaves the last word to the one who stops the object.
  metadata.deletionGracePeriodSeconds = over && requested > 0 ? 1 : requested
  return metadata.deletionGracePeriodSeconds
}

function markDeleted(metadata: ObjectMeta, now: number): void {
  if (metadata.deletionTimestamp === undefined) raiseGeneration(metadata)
  if (metadata.deletionTimestamp === undefined || Date.parse(metadata.deletionTimestamp) > now) {
    metadata.deletionTimestamp = formatTime(now)
  }
  metadata.deletionGracePeriodSeconds = 0
}

function raiseGeneration(metadata: ObjectMeta): void {
  if ((metadata.generation ?? 0) > 0) metadata.generation = metadata.generation! + 1
}

/** In place: the finalizers that tell the garbage collector what to do with dependents. */
function setPropagationFinalizers(metadata: ObjectMeta, options: DeleteOptions): void {
  const before = metadata.finalizers ?? []
  const wanted = propagationFinalizer(before, options)
  const present = before.filter((name) => name === ORPHAN || name === FOREGROUND)
  if (wanted === present[0] && present.length <= 1) return
  const others = before.filter((name) => name !== ORPHAN && name !== FOREGROUND)
  const after = wanted === undefined ? others : [...others, wanted]
  if (after.length > 0) metadata.finalizers = after
  else delete metadata.finalizers
}

/** The request decides; without a word from it, what the object already carries stays. */
function propagationFinalizer(present: readonly string[], options: DeleteOptions): string | undefined {
  if (options.orphanDependents !== undefined) return options.orphanDependents ? ORPHAN : undefined
  switch (options.propagationPolicy) {
    case 'Orphan':
      return ORPHAN
    case 'Foreground':
      return FOREGROUND
    case 'Background':
      return undefined
    default:
      return present.find((name) => name === ORPHAN || name === FOREGROUND)
  }
}
