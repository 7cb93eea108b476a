import { type Explained, isFine, nameOf } from './model.ts'

/** One line of a tree: an object, or what is said about several at once. */
export interface Branch {
  /** The object of the line; undefined for one that stands for several. */
  readonly explained?: Explained
  /** What is said about several, or about what is below the object. */
  readonly note?: string
  readonly branches: readonly Branch[]
}

/** What to leave out. */
export interface FoldOptions {
  /** Show everything. */
  readonly all?: boolean
}

/** More objects than this that are alike are shown by one of them. */
const SHOWN_ALIKE = 2

const SEVERITY = { failing: 0, waiting: 1, good: 2 }

/** A tree that fits a screen: what is broken first, alike things once, and what is fine in a count. */
export function foldTree(explained: Explained, options: FoldOptions = {}): Branch {
  // Somebody who asks about something that is fine wants to see what there is.
  if (isFine(explained) && !options.all) return { explained, branches: foldFine(explained) }
  return fold(explained, { ...options, shown: new Set() })
}

function foldFine({ children }: Explained): Branch[] {
  const groups = groupBy(children, ({ object: { kind } }) => kind)
  return [...groups.values()].flatMap((group): Branch[] =>
    group.length > SHOWN_ALIKE + 1
      ? [{ note: `${group.length} ${plural(group[0]!.object.kind)} are fine`, branches: [] }]
      : group.map((explained) => ({ explained, ...countBelow(explained), branches: [] })),
  )
}

function countBelow({ children }: Explained): { note?: string } {
  const count = countAll(children)
  return count === 0 ? {} : { note: count === 1 ? 'so is 1 below it' : `so are ${count} below it` }
}

const countAll = (children: readonly Explained[]): number =>
  children.reduce((sum, child) => sum + 1 + countAll(child.children), 0)

interface Folding extends FoldOptions {
  /** What has a line already: an object may belong to several others. */
  readonly shown: Set<string>
}

function fold(explained: Explained, options: Folding): Branch {
  const { children, object } = explained
  const key = [object.cluster, object.apiVersion, object.kind, nameOf(object)].join(' ')
  if (options.shown.has(key)) return { explained, note: 'see above', branches: [] }
  options.shown.add(key)
  if (!options.all && isInherited(explained)) return { explained, branches: likewise(children) }
  if (options.all) return { explained, branches: children.map((child) => fold(child, options)) }
  const troubled = children.filter((child) => !isFine(child)).sort((one, other) => severity(one) - severity(other))
  const branches = [...groupBy(troubled, troubleOf).values()].flatMap((group) => foldAlike(group, options))
  return { explained, branches: [...branches, ...countFine(explained)] }
}

/** Whether it is, with all below it that has trouble, as it is because of something else. */
const isInherited = ({ inherited, children }: Explained): boolean =>
  (inherited ?? false) && children.every((child) => isFine(child) || isInherited(child))

/** What is so because of something else needs no line for each of its parts. */
function likewise(children: readonly Explained[]): Branch[] {
  const count = countAll(children.filter((child) => !isFine(child)))
  return count === 0
    ? []
    : [{ note: `${count} below ${count === 1 ? 'is' : 'are'} so for the same reason`, branches: [] }]
}

const severity = ({ health }: Explained): number => SEVERITY[health]

function foldAlike(group: readonly Explained[], options: Folding): Branch[] {
  const shown = group.length > SHOWN_ALIKE ? group.slice(0, 1) : group
  const more = group.length - shown.length
  const kind = plural(group[0]!.object.kind)
  const rest: Branch[] = more === 0 ? [] : [{ note: `${more} more ${kind} wait for the same`, branches: [] }]
  return [...shown.map((child) => fold(child, options)), ...rest]
}

/** What is the matter with an object, without its own name: the same for those that have the same trouble. */
function troubleOf({ object: { kind, name, cluster }, health, state, waitsFor = '', nextActor }: Explained): string {
  const text = waitsFor.replaceAll(name, '')
  return [cluster, kind, health, state, text, nextActor.role, nextActor.name ?? ''].join('\n')
}

function countFine({ children, deletedAt }: Explained): Branch[] {
  const fine = children.filter(isFine)
  // Where nothing below has trouble, the trouble is its own.
  if (fine.length === 0 || fine.length === children.length) return []
  const verdict = deletedAt === undefined ? 'fine' : 'not in the way'
  return [{ note: `${fine.length} more ${fine.length === 1 ? 'is' : 'are'} ${verdict}`, branches: [] }]
}

/** Names of kinds in the plural, as far as their spelling tells. */
function plural(kind: string): string {
  if (/(s|x|ch)$/.test(kind)) return `${kind}es`
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
