import { goErrors, goQuote } from '@skep/schema'
import type { DefinitionNames } from './definition.ts'

/** Names that definitions of a group have already been given. */
export interface TakenNames {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

/** Why a definition does not get all the names it wants. */
export interface NameConflict {
  readonly reason: string
  readonly message: string
}

/** Which of the wanted names a definition gets. */
export interface NameDecision {
  readonly accepted: DefinitionNames
  /** Of several conflicts, the last. */
  readonly conflict: NameConflict | undefined
}

/** What a definition has before it is given any names. */
export const NO_NAMES: DefinitionNames = { plural: '', kind: '' }

/** The names that must be unique, in the order in which they are judged. */
const UNIQUE = [
  { field: 'plural', reason: 'PluralConflict', among: 'resources' },
  { field: 'singular', reason: 'SingularConflict', among: 'resources' },
  { field: 'shortNames', reason: 'ShortNamesConflict', among: 'resources' },
  { field: 'kind', reason: 'KindConflict', among: 'kinds' },
  { field: 'listKind', reason: 'ListKindConflict', among: 'kinds' },
] as const

type UniqueField = (typeof UNIQUE)[number]['field']

/** The names that a group's definitions were given, from what each was given. */
export function takenNames(accepted: Iterable<DefinitionNames>): TakenNames {
  const taken = { resources: new Set<string>(), kinds: new Set<string>() }
  for (const names of accepted) {
    for (const { field, among } of UNIQUE) for (const name of namesIn(names, field)) taken[among].add(name)
  }
  return taken
}

/**
 * Gives a definition the names it wants, except those that others of its group have. Names that it was given before,
 * `accepted`, stay its own. Categories are not unique.
 */
export function decideNames(wanted: DefinitionNames, accepted: DefinitionNames, taken: TakenNames): NameDecision {
  const { categories: _categories, ...names } = accepted
  const given: DefinitionNames = wanted.categories ? { ...names, categories: wanted.categories } : names
  let conflict: NameConflict | undefined
  for (const { field, reason, among } of UNIQUE) {
    const own = namesIn(accepted, field)
    const lost = namesIn(wanted, field).filter((name) => !own.includes(name) && taken[among].has(name))
    if (lost.length === 0) give(given, wanted, field)
    else conflict = { reason, message: inUse(lost) }
  }
  return { accepted: given, conflict }
}

function give(names: DefinitionNames, wanted: DefinitionNames, field: UniqueField): void {
  if (wanted[field] === undefined) delete names[field]
  else Object.assign(names, { [field]: wanted[field] })
}

function namesIn(names: DefinitionNames, field: UniqueField): readonly string[] {
  const value = names[field] ?? ''
  if (typeof value !== 'string') return value
  return value === '' ? [] : [value]
}

const inUse = (names: readonly string[]): string => goErrors(names.map((name) => `${goQuote(name)} is already in use`))
