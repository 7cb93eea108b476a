import { sizeOf } from '../library/conversions.ts'
import { NamedFormat } from '../library/named-formats.ts'
import type { CelType } from '../types/type.ts'
import { isList, isMap, kindOf, type Value } from '../values/value.ts'

/** What a call has cost, by its arguments and its result. */
export type RuntimeCost = (args: readonly Value[], result: Value) => number

/** Traversing a string costs a tenth of its length. */
export const STRING_FACTOR = 0.1
/** Matching costs the length of the pattern times this, for every unit that traversing the string costs. */
export const REGEX_FACTOR = 0.25
/** What making a list costs, whatever it holds. */
export const LIST_COST = 10
/** What making a structure costs. */
export const STRUCT_COST = 40

const traverse = (size: number) => Math.ceil(size * STRING_FACTOR)
const ofArgument =
  (index: number): RuntimeCost =>
  (args) =>
    traverse(sizeOf(args[index]!))
const smaller: RuntimeCost = ([a, b]) => traverse(Math.min(sizeOf(a!), sizeOf(b!)))
const both: RuntimeCost = ([a, b]) => traverse(sizeOf(a!) + sizeOf(b!))
const product: RuntimeCost = ([a, b]) => traverse(sizeOf(a!)) * traverse(sizeOf(b!))
const regex: RuntimeCost = ([text, pattern]) => traverse(1 + sizeOf(text!)) * Math.ceil(sizeOf(pattern!) * REGEX_FACTOR)
const doubled: RuntimeCost = ([value]) => Math.ceil(sizeOf(value!) * 2 * STRING_FACTOR)

const COMPARED = ['string', 'bytes'].flatMap((type) =>
  ['less', 'less_equals', 'greater', 'greater_equals'].map((name) => `${name}_${type}`),
)

/** Lists are allocated, which has a price of its own. */
const listCall = (factor: number, size: number) => Math.floor(size * factor) + 1 + LIST_COST

function selfComparison(list: Value): number {
  if (!isList(list) || list.size === 0) return listCall(2, 0)
  const kind = kindOf(list.at(0))
  return listCall(kind === 'string' || kind === 'bytes' ? 2 + STRING_FACTOR : 2, list.size * list.size)
}

const SORTABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
const outputSize: RuntimeCost = (_args, result) => listCall(1, sizeOf(result))
const flattened: RuntimeCost = ([list, depth]) => listCall(typeof depth === 'bigint' ? Number(depth) : 1, sizeOf(list!))
const sets =
  (factor: number): RuntimeCost =>
  ([a, b]) =>
    1 + Math.floor(sizeOf(a!) * sizeOf(b!) * factor)

/** By overload. */
const OVERLOAD_COSTS: ReadonlyMap<string, RuntimeCost> = new Map<string, RuntimeCost>([
  ['starts_with_string', ofArgument(1)],
  ['ends_with_string', ofArgument(1)],
  ['string_to_bytes', ofArgument(0)],
  ['bytes_to_string', ofArgument(0)],
  ['strings_quote', ofArgument(0)],
  ['string_format', ofArgument(0)],
  ['in_list', ([, list]) => sizeOf(list!)],
  ...COMPARED.map((id) => [id, smaller] as const),
  ['equals', smaller],
  ['not_equals', smaller],
  ['add_string', both],
  ['add_bytes', both],
  ['matches', regex],
  ['matches_string', regex],
  ['contains_string', product],
  ['list_slice', outputSize],
  ['list_flatten', flattened],
  ['list_flatten_int', flattened],
  ['lists_range', outputSize],
  ['list_reverse', outputSize],
  ['list_distinct', ([list]) => selfComparison(list!)],
  ...SORTABLE.map((type) => [`list_${type}_sort`, ([list]: readonly Value[]) => selfComparison(list!)] as const),
  ...SORTABLE.map(
    (type) => [`list_${type}_sortByAssociatedKeys`, ([, keys]: readonly Value[]) => selfComparison(keys!)] as const,
  ),
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
])

/** The cost of reading all that a value holds. */
function traversal(value: Value): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * STRING_FACTOR)
  if (isList(value)) return value.toArray().reduce<number>((sum, each) => sum + traversal(each), 0)
  if (isMap(value)) {
    return value.keys().reduce<number>((sum, key) => sum + traversal(key) + traversal(value.find(key)!), 0)
  }
  return kindOf(value) === 'bytes' ? Math.floor(sizeOf(value) * STRING_FACTOR) : 1
}

function selector([, text]: readonly Value[]): number {
  const size = sizeOf(text!)
  return LIST_COST + traverse(size) + Math.ceil(Math.ceil(size * 0.5) * (LIST_COST + STRUCT_COST))
}

const containment =
  (stringOverload: string, extra: (size: number) => number) =>
  (id: string): RuntimeCost =>
  ([cidr, other]) => {
    const size = sizeOf(cidr!)
    return traverse(size * 2) + extra(size) + (id === stringOverload ? traverse(sizeOf(other!)) : 0)
  }

const each = <T>(names: string, value: T): (readonly [string, T])[] => names.split(' ').map((name) => [name, value])

/** By function, whatever the overload: those of Kubernetes' libraries, and others whose cost Kubernetes sets itself. */
const FUNCTION_COSTS: ReadonlyMap<string, (id: string) => RuntimeCost> = new Map([
  ...each('check', () => () => 350_000),
  ...each('fieldSelector labelSelector', () => selector),
  ...each(
    'isSorted sum max min indexOf lastIndexOf includes',
    () =>
      ([target]: readonly Value[]) =>
        traversal(target!),
  ),
  ...each('url lowerAscii upperAscii substring trim', () => ofArgument(0)),
  ...each('replace split', () => doubled),
  ...each('join', () => (_args: readonly Value[], result: Value) => Math.ceil(sizeOf(result) * 2 * STRING_FACTOR)),
  ...each('find findAll', () => regex),
  ...each('cidr isIP isCIDR quantity isQuantity semver isSemver', () => ofArgument(0)),
  ...each('ip', (id: string): RuntimeCost => (id === 'cidr_ip' ? () => 1 : ofArgument(0))),
  ...each('ip.isCanonical', () => doubled),
  ...each(
    'containsIP',
    containment('cidr_contains_ip_string', () => 0),
  ),
  ...each(
    'containsCIDR',
    containment('cidr_contains_cidr_string', (size) => traverse(size) + 1),
  ),
  ...each('validate', () => ([format, text]: readonly Value[]) => {
    if (!(format instanceof NamedFormat)) return 1
    return traverse(1 + sizeOf(text!)) * Math.ceil(format.patternSize * REGEX_FACTOR)
  }),
])

const SCALARS: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'null', 'timestamp', 'duration'])

/** What a call costs: 1, or what the function says. `id` is empty when the overload is not known beforehand. */
export function callCost(name: string, id: string, types: readonly CelType[]): RuntimeCost | 1 {
  // Comparing anything with a value of fixed size costs one.
  if ((id === 'equals' || id === 'not_equals') && types.some(({ kind }) => SCALARS.has(kind))) return 1
  return OVERLOAD_COSTS.get(id) ?? FUNCTION_COSTS.get(name)?.(id) ?? 1
}
