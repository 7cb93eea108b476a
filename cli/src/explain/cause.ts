import { type Explained, isFine } from './model.ts'

/**
 * From an object down to what holds everything up. Parts are in the order in which they come about, so at each step it
 * is the first that has trouble; among several of its kind, one that fails. Where a person has to act, that is it. Empty
 * when all is well.
 */
export function causeOf(explained: Explained): readonly Explained[] {
  if (explained.own) return [explained]
  const next = culprit(explained)
  if (explained.health === 'good') return next ? causeOf(next) : []
  if (explained.nextActor.role === 'user' && next?.nextActor.role !== 'user') return [explained]
  return next ? [explained, ...causeOf(next)] : [explained]
}

function culprit({ health, children, deletedAt }: Explained): Explained | undefined {
  // What stays does not hold up what goes, and what is only so because of the object is no cause of how that is.
  const relevant = children.filter(
    (child) => (deletedAt === undefined || child.deletedAt !== undefined) && (health === 'good' || !child.inherited),
  )
  const [first, ...others] = relevant.filter((child) => !isFine(child))
  if (!first) return undefined
  const alike = [first, ...others.filter(({ object }) => object.kind === first.object.kind)]
  return alike.find(({ health }) => health === 'failing') ?? first
}
