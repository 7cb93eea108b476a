import { nameSome } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import { conditionOf, nextConditionsOf, oneLine, type StatedCondition } from './conditions.ts'
import { finalizerOwner } from './finalizers.ts'
import { type Actor, type Explained, failing, nameOf, operator, user, type Verdict, waiting } from './model.ts'

/** How many objects a line names. */
const MAX_NAMED = 3

/**
 * Why an object that is being deleted is still there: what its operator says, what below it has not gone, or the
 * finalizer that holds it. One that nobody known removes is for a person to look at, unless others are to come off first.
 */
export function explainDeletion(object: KubeObject, children: readonly Explained[]): Verdict {
  const { finalizers = [], deletionTimestamp } = object.metadata
  const owned = finalizers.find((finalizer) => finalizerOwner(finalizer) !== undefined)
  const foreign = finalizers.filter((finalizer) => finalizerOwner(finalizer) === undefined)
  if (owned === undefined && foreign.length > 0) return heldByOthers(object, foreign)
  const stated = statementOf(object)
  const left = children.filter(({ deletedAt }) => deletedAt !== undefined)
  return waiting({
    state: 'Deleting',
    waitsFor: (stated && oneLine(stated.message ?? '')) || describeLeft(left) || describeFinalizers(finalizers),
    since: stated?.lastTransitionTime ?? deletionTimestamp,
    nextActor: actorOf(owned, left),
  })
}

function heldByOthers({ kind, metadata }: KubeObject, foreign: readonly string[]): Verdict {
  const [first] = foreign
  return failing({
    state: 'Deleting',
    waitsFor: `${describeFinalizers(foreign)}, which nobody here removes`,
    since: metadata.deletionTimestamp,
    nextActor: user(`find who put ${first} on ${kind} ${metadata.name}; if they are gone, take it off`),
  })
}

/** What the operator of an object says about its deletion. Some say False while they are at it. */
function statementOf(object: KubeObject): StatedCondition | undefined {
  const next = nextConditionsOf(object).find(({ type }) => type === 'Deleting')
  const stated = next ?? conditionOf(object, 'Deleting')
  return stated?.message ? stated : undefined
}

/** Whoever has to act on what is left below acts next; the owner of the finalizer when nothing is left. */
function actorOf(finalizer: string | undefined, left: readonly Explained[]): Actor {
  const own = finalizer === undefined ? operator('garbage collector') : finalizerOwner(finalizer)!
  return left.find(({ health }) => health === 'failing')?.nextActor ?? own
}

function describeLeft(left: readonly Explained[]): string {
  if (left.length === 0) return ''
  const names = left.map(({ object }) => `${object.kind} ${nameOf(object)}`)
  return `${nameSome(names, MAX_NAMED)} to go`
}

const describeFinalizers = (finalizers: readonly string[]): string =>
  finalizers.length === 0 ? 'its last moment' : `finalizer ${finalizers.join(', ')}`
