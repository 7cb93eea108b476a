import { type CelType, listOf, mapOf, optionalOf, TYPES } from '../types/type.ts'
import { AUTHORIZATION } from './authorizer.ts'
import { COLLECTION_FUNCTIONS } from './collections.ts'
import { CONVERSIONS } from './conversions.ts'
import type { FunctionDeclaration, Library, Overload } from './declare.ts'
import { LIST_FUNCTIONS } from './lists.ts'
import { NAMED_FORMATS } from './named-formats.ts'
import { NETWORK } from './network.ts'
import { OPERATORS } from './operators.ts'
import { QUANTITIES } from './quantities.ts'
import { REGEX_FUNCTIONS } from './regex.ts'
import { SEMVERS } from './semver.ts'
import { STRING_FUNCTIONS } from './strings.ts'
import { TIME_FUNCTIONS } from './time.ts'
import { URLS } from './urls.ts'

const LANGUAGE: readonly FunctionDeclaration[] = [
  ...OPERATORS,
  ...CONVERSIONS,
  ...TIME_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...COLLECTION_FUNCTIONS,
  ...REGEX_FUNCTIONS,
]
const LIBRARIES: readonly Library[] = [URLS, QUANTITIES, NETWORK, SEMVERS, NAMED_FORMATS, AUTHORIZATION]

/** All functions that Kubernetes offers, by name, each with its overloads in the order in which they are tried. */
export const FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = collect([
  ...LANGUAGE,
  ...LIBRARIES.flatMap(({ functions }) => functions),
])

/** The functions of Kubernetes and others besides. */
export const withFunctions = (others: readonly FunctionDeclaration[] = []): ReadonlyMap<string, readonly Overload[]> =>
  others.length === 0 ? FUNCTIONS : new Map([...FUNCTIONS, ...collect(others)])

function collect(declarations: readonly FunctionDeclaration[]): Map<string, readonly Overload[]> {
  const byName = new Map<string, readonly Overload[]>()
  for (const { name, overloads } of declarations) byName.set(name, [...(byName.get(name) ?? []), ...overloads])
  return byName
}

const { bool, bytes, double, duration, dyn, int, string, timestamp, type, uint } = TYPES

/** Types that have a name which expressions can use as a value, as in `type(x) == string`. */
export const NAMED_TYPES: ReadonlyMap<string, CelType> = new Map(
  [
    ...[bool, bytes, double, duration, int, string, timestamp, type, uint, TYPES.null],
    ...[listOf(dyn), mapOf(dyn, dyn), optionalOf(dyn)],
    ...LIBRARIES.flatMap(({ types }) => types ?? []),
  ].map((each) => [each.name, each]),
)
