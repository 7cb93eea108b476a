import type { Explained } from './model.ts'

/**
 * From an object down to what holds everything up: at each step the first part that fails, or else the first that is not
 * ready. Where a person has to act, that is it. Empty when all is well.
 */
export function causeOf(explained: Explained): readonly Explained[] {
  const next = culprit(explained)
  if (explained.health === 'good') return next ? causeOf(next) : []
  if (explained.nextActor.role === 'user' && next?.nextActor.role !== 'user') return [explained]
  return next ? [explained, ...causeOf(next)] : [explained]
}

function culprit({ children, deletedAt }: Explained): Explained | undefined {
  // What stays does not hold up what goes.
  const relevant = deletedAt === undefined ? children : children.filter((child) => child.deletedAt !== undefined)
  const withTrouble = relevant.filter((child) => child.health !== 'good' || culprit(child) !== undefined)
  return withTrouble.find(({ health }) => health === 'failing') ?? withTrouble[0]
}
