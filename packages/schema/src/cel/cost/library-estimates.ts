import type { Estimate, EstimatedCall, Operand } from './call-estimates.ts'
import { add, exactly, multiply, type Range, scale, UNBOUNDED, UNKNOWN, union } from './range.ts'
import { LIST_COST, REGEX_FACTOR, STRING_FACTOR, STRUCT_COST } from './runtime.ts'

type Estimator = (call: EstimatedCall) => Estimate | undefined

const traverse = (size: Range) => scale(size, STRING_FACTOR)
const one: Estimator = () => ({ cost: exactly(1) })

const firstArgument: Estimator = ({ args: [text] }) => text && { cost: traverse(text.size) }

/** Costs a traversal of the target, and the result is no larger. */
const transformed: Estimator = ({ target }) => target && { cost: traverse(target.size), size: target.size }

/** Compares the elements of a list, or searches a string. */
const searched: Estimator = ({ name, target }) => {
  if (!target) return undefined
  const [element] = target.type.params
  if (!element) return { cost: name === 'includes' ? target.size : traverse(target.size) }
  const isText = element.kind === 'string' || element.kind === 'bytes'
  const each = isText ? add(exactly(1), traverse(target.elementSize)) : exactly(1)
  return { cost: multiply(target.size, each) }
}

const selector: Estimator = ({ args: [text] }) => {
  if (!text) return undefined
  const requirements = scale(scale(text.size, 0.5), LIST_COST + STRUCT_COST)
  return { cost: add(exactly(LIST_COST), traverse(text.size), requirements) }
}

const replace: Estimator = ({ target, args: [sought, by] }) => {
  if (!target || !sought || !by) return undefined
  const longest = longestReplacement(target.size.max, sought.size.min, by.size.max)
  const shortest = shortestReplacement(target.size.min, sought.size.max, by.size.min)
  const size = {
    min: Math.min(shortest.count * by.size.min + shortest.kept, UNBOUNDED),
    max: Math.min(longest.count * by.size.max + longest.kept, UNBOUNDED),
  }
  return { cost: scale(target.size, 2 * STRING_FACTOR), size }
}

/** How often a replacement may happen, and how much of the original may remain, for the longest result. */
function longestReplacement(size: number, sought: number, by: number): { count: number; kept: number } {
  if (sought === 0) return { count: Math.min(size + 1, UNBOUNDED), kept: size }
  return by <= sought ? { count: 0, kept: size } : { count: Math.ceil(size / sought), kept: 0 }
}

function shortestReplacement(size: number, sought: number, by: number): { count: number; kept: number } {
  if (sought === 0) return { count: Math.min(size + 1, UNBOUNDED), kept: size }
  return sought <= by ? { count: 0, kept: size } : { count: Math.ceil(size / sought), kept: 0 }
}

const split: Estimator = ({ target, args: [, limit] }) => {
  if (!target) return undefined
  const max = typeof limit?.literal === 'bigint' ? unsigned(limit.literal) : target.size.max
  return { cost: scale(target.size, 2 * STRING_FACTOR), size: { min: 0, max } }
}

const unsigned = (value: bigint) => (value < 0n ? UNBOUNDED : Number(value))

const join: Estimator = ({ target, args: [separator] }) => {
  if (!target) return undefined
  const list = target.size
  const elements = target.type.params.length > 0 ? multiply(list, target.elementSize) : exactly(0)
  const gaps = { min: Math.max(list.min - 1, 0), max: Math.max(list.max - 1, 0) }
  const size = separator ? add(elements, multiply(separator.size, gaps)) : elements
  return { cost: traverse(size), size }
}

const find: Estimator = ({ target, args: [pattern] }) => {
  if (!target || !pattern) return undefined
  const cost = multiply(traverse(add(target.size, exactly(1))), scale(pattern.size, REGEX_FACTOR))
  return { cost, size: { min: 0, max: target.size.max } }
}

/** An address has 4 or 16 bytes. */
const ADDRESS: Range = { min: 4, max: 16 }

const containsIp: Estimator = ({ overload, args: [other] }) => {
  const cost = traverse(add(ADDRESS, ADDRESS))
  return { cost: overload === 'cidr_contains_ip_string' ? add(cost, traverse(other!.size)) : cost }
}

const containsCidr: Estimator = ({ overload, args: [other] }) => {
  const cost = add(traverse(add(ADDRESS, ADDRESS)), traverse(ADDRESS), exactly(1))
  return { cost: overload === 'cidr_contains_cidr_string' ? add(cost, traverse(other!.size)) : cost }
}

/** Formats are checked by patterns of up to this length. */
const MAX_FORMAT_PATTERN = 128
const MAX_FORMAT_NAME = 64

const validateFormat: Estimator = ({ args: [text] }) =>
  text && { cost: scale(traverse(text.size), MAX_FORMAT_PATTERN * REGEX_FACTOR) }

const CONSTANT_EQUALITY: ReadonlySet<string> = new Set([
  ...['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'],
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
    (name) => `kubernetes.authorization.${name}`,
  ),
])

const equality: Estimator = ({ args: [a, b] }) => {
  if (!a || !b || a.type.name !== b.type.name) return undefined
  if (CONSTANT_EQUALITY.has(a.type.name)) return { cost: exactly(1) }
  if (a.type.name === 'kubernetes.NamedFormat') return { cost: traverse({ min: 1, max: MAX_FORMAT_NAME }) }
  return a.type.name === 'kubernetes.URL' ? { cost: traverse({ min: 1, max: urlSize(b) }) } : undefined
}

const urlSize = ({ size }: Operand) => (size === UNKNOWN ? 1 : union(size, size).max)

const each = (names: string, estimator: Estimator): (readonly [string, Estimator])[] =>
  names.split(' ').map((name) => [name, estimator])

/** By function, whatever the overload. */
const ESTIMATORS: ReadonlyMap<string, Estimator> = new Map([
  ...each('check', () => ({ cost: exactly(350_000) })),
  ...each('serviceAccount path group resource subresource namespace name allowed reason error errored', one),
  ...each('fieldSelector labelSelector', selector),
  ...each('isSorted sum max min indexOf lastIndexOf includes', searched),
  ...each('url', ({ args: [text] }) => text && { cost: traverse(text.size), size: text.size }),
  ...each('lowerAscii upperAscii substring trim', transformed),
  ...each('replace', replace),
  ...each('split', split),
  ...each('join', join),
  ...each('find findAll', find),
  ...each('cidr isIP isCIDR quantity isQuantity semver isSemver', firstArgument),
  ...each('ip', (call) => (call.overload === 'cidr_ip' ? { cost: exactly(1) } : firstArgument(call))),
  ...each('ip.isCanonical', ({ args: [text] }) => text && { cost: scale(text.size, 2 * STRING_FACTOR) }),
  ...each('containsIP', containsIp),
  ...each('containsCIDR', containsCidr),
  ...each('validate', validateFormat),
  ...each('masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast', one),
  ...each('isGlobalUnicast format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan', one),
  ...each('compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery', one),
  ...each('_==_', equality),
])

/** The cost of a function of Kubernetes' libraries, or of another whose cost Kubernetes sets itself. */
export const estimateLibraryCall = (call: EstimatedCall): Estimate | undefined => ESTIMATORS.get(call.name)?.(call)
