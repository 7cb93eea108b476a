import { answerOf, describeActor } from './answer.ts'
import type { Actor, Explained, ObjectName } from './model.ts'
import type { Explanation } from './session.ts'
import { operatorsNow, type Times } from './times.ts'

/** An explanation as programs read it. */
export interface PresentedExplanation {
  readonly ready: boolean
  readonly deleting: boolean
  /** What holds everything up, in words; absent when nothing does. */
  readonly why?: string
  /** Who has to act next, in words. */
  readonly next: string
  readonly nextActor: Actor
  /** From the object down to what holds everything up; empty when all is well. */
  readonly cause: readonly ObjectName[]
  /** What time it is for those who wrote the conditions; absent where that is not known. */
  readonly now?: string
  readonly tree: Explained
}

/** The whole tree, with nothing folded or cut, and where to look first. */
export function presentExplained(explanation: Explanation, times: Times): PresentedExplanation {
  const { tree } = explanation
  const { cause, why, next } = answerOf(explanation)
  const now = operatorsNow(tree, times)
  return {
    ready: tree.health === 'good' && tree.deletedAt === undefined,
    deleting: tree.deletedAt !== undefined,
    ...(why === undefined ? {} : { why }),
    next: describeActor(next),
    nextActor: next,
    cause: cause.map(({ object }) => object),
    ...(now === undefined ? {} : { now: new Date(now).toISOString() }),
    tree,
  }
}
