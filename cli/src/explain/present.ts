import { causeOf } from './cause.ts'
import type { Explained, ObjectName } from './model.ts'

/** An explanation as programs read it. */
export interface PresentedExplanation {
  readonly ready: boolean
  readonly deleting: boolean
  /** From the object down to what holds everything up; empty when all is well. */
  readonly cause: readonly ObjectName[]
  readonly tree: Explained
}

/** The whole tree, with nothing folded, and where to look first. */
export const presentExplained = (tree: Explained): PresentedExplanation => ({
  ready: tree.health === 'good' && tree.deletedAt === undefined,
  deleting: tree.deletedAt !== undefined,
  cause: causeOf(tree).map(({ object }) => object),
  tree,
})
