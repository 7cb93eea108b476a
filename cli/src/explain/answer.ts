import { causeOf } from './cause.ts'
import { type Actor, type Explained, NOBODY, nameOf, type ObjectName, user } from './model.ts'
import type { Explanation } from './session.ts'

/** The answer to why something is not ready, or not gone. */
export interface Answer {
  /** From the object down to what holds everything up; empty when all is well. */
  readonly cause: readonly Explained[]
  /** What holds everything up, and what that waits for; undefined when nothing does. */
  readonly why?: string
  readonly next: Actor
}

/** Such as `Pod blue/web-0`, with the cluster if it is not the one that was asked. */
export const describeObject = (object: ObjectName): string =>
  `${object.kind} ${nameOf(object)}${object.cluster === '' ? '' : ` @${object.cluster}`}`

/** Such as `user: create Secret blue/pull` or `operator hypershift`. */
export function describeActor({ role, name, action }: Actor): string {
  const who = name === undefined ? role : `${role} ${name}`
  return action === undefined ? who : `${who}: ${action}`
}

/** What a person wants to know first. */
export function answerOf({ tree, simulation }: Explanation): Answer {
  const cause = causeOf(tree)
  const last = cause.at(-1)
  if (!last) return { cause, next: NOBODY }
  const subject = last.object === tree.object ? '' : `${describeObject(last.object)}: `
  const why = `${subject}${last.waitsFor ?? last.state}`
  return { cause, why, next: simulation?.time.speed === 0 ? unlessPaused(last.nextActor) : last.nextActor }
}

/** While time stands still in a simulation, nobody there gets anything done. */
const unlessPaused = (actor: Actor): Actor =>
  actor.role === 'user' ? actor : user('time is paused: `skep sim clock --speed real` lets it go on')
