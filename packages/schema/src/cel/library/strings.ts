import { listOf, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import { showValue } from '../values/text.ts'
import { type CelList, listValue } from '../values/value.ts'
import { stringSize } from './conversions.ts'
import { declare, type FunctionDeclaration, method, overload } from './declare.ts'
import { formatString } from './string-format.ts'

const { bool, dyn, int, string } = TYPES

/** The characters of a string; indexes count these, not UTF-16 units. */
const characters = (text: string): string[] => (stringSize(text) === text.length ? text.split('') : [...text])

const outOfRange = (index: bigint): never => fail(`index out of range: ${index}`)

function charAt(text: string, index: bigint): string {
  const all = characters(text)
  return index < 0n || index > all.length ? outOfRange(index) : (all[Number(index)] ?? '')
}

function indexOf(text: string, sought: string, from: bigint): bigint {
  if (from < 0n) outOfRange(from)
  const all = characters(text)
  const start = Math.min(Number(from), all.length)
  if (sought === '') return BigInt(start)
  const found = text.indexOf(sought, all.slice(0, start).join('').length)
  return found < 0 ? -1n : BigInt(stringSize(text.slice(0, found)))
}

function lastIndexOf(text: string, sought: string, from?: bigint): bigint {
  const all = characters(text)
  const start = from ?? BigInt(Math.max(all.length - 1, 0))
  if (start < 0n) outOfRange(start)
  if (sought === '') return from === undefined || start > all.length ? BigInt(all.length) : start
  if (start >= all.length) return -1n
  const found = text.lastIndexOf(sought, all.slice(0, Number(start)).join('').length)
  return found < 0 ? -1n : BigInt(stringSize(text.slice(0, found)))
}

function substring(text: string, start: bigint, end?: bigint): string {
  const all = characters(text)
  const to = end ?? BigInt(all.length)
  if (end !== undefined && start > end) fail(`invalid substring range. start: ${start}, end: ${end}`)
  if (start < 0n || start > all.length) outOfRange(start)
  if (to < 0n || to > all.length) outOfRange(to)
  return all.slice(Number(start), Number(to)).join('')
}

/** Replaces the first `count` occurrences; all of them when it is negative. */
function replace(text: string, sought: string, by: string, count: bigint): string {
  if (count < 0n) return text.replaceAll(sought, () => by)
  const limit = Number(count)
  const parts = sought === '' ? ['', ...characters(text), ''] : text.split(sought)
  const joined = parts.slice(0, limit + 1).join(by)
  const rest = parts.slice(limit + 1)
  return rest.length === 0 ? joined : joined + (sought === '' ? '' : sought) + rest.join(sought)
}

/** At most `count` parts, the last with what remains; all of them when it is negative. */
function split(text: string, separator: string, count: bigint) {
  const parts = separator === '' ? characters(text) : text.split(separator)
  const limit = Number(count)
  if (limit < 0 || parts.length <= limit) return listValue(parts)
  if (limit === 0) return listValue([])
  return listValue([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)])
}

function join(list: CelList, separator: string): string {
  const parts = list
    .toArray()
    .map((part) => (typeof part === 'string' ? part : fail(`join: invalid input: ${showValue(part)}`)))
  return parts.join(separator)
}

/** Unicode's White_Space, to which the byte order mark that JavaScript trims does not belong, but U+0085 does. */
const isSpace = (char: string | undefined) => char !== undefined && char !== '\ufeff' && /[\s\u0085]/.test(char)

function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text[start])) start++
  while (end > start && isSpace(text[end - 1])) end--
  return text.slice(start, end)
}

const QUOTED: Record<string, string> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: quoting is about control characters
const quote = (text: string) => `"${text.replace(/[\x07-\r\\"]/g, (char) => QUOTED[char] ?? char)}"`

/** Functions on strings: those of the language and those of the `strings` extension. */
export const STRING_FUNCTIONS: readonly FunctionDeclaration[] = [
  declare(
    'contains',
    method('contains_string', [string, string], bool, (a: string, b: string) => a.includes(b)),
  ),
  declare(
    'startsWith',
    method('starts_with_string', [string, string], bool, (a: string, b: string) => a.startsWith(b)),
  ),
  declare(
    'endsWith',
    method('ends_with_string', [string, string], bool, (a: string, b: string) => a.endsWith(b)),
  ),
  declare('charAt', method('string_char_at_int', [string, int], string, charAt)),
  declare(
    'indexOf',
    method('string_index_of_string', [string, string], int, (a: string, b: string) => indexOf(a, b, 0n)),
    method('string_index_of_string_int', [string, string, int], int, indexOf),
  ),
  declare(
    'lastIndexOf',
    method('string_last_index_of_string', [string, string], int, (a: string, b: string) => lastIndexOf(a, b)),
    method('string_last_index_of_string_int', [string, string, int], int, lastIndexOf),
  ),
  declare(
    'lowerAscii',
    method('string_lower_ascii', [string], string, (a: string) => a.replace(/[A-Z]+/g, (part) => part.toLowerCase())),
  ),
  declare(
    'upperAscii',
    method('string_upper_ascii', [string], string, (a: string) => a.replace(/[a-z]+/g, (part) => part.toUpperCase())),
  ),
  declare(
    'replace',
    method('string_replace_string_string', [string, string, string], string, (a: string, b: string, c: string) =>
      replace(a, b, c, -1n),
    ),
    method('string_replace_string_string_int', [string, string, string, int], string, replace),
  ),
  declare(
    'split',
    method('string_split_string', [string, string], listOf(string), (a: string, b: string) => split(a, b, -1n)),
    method('string_split_string_int', [string, string, int], listOf(string), split),
  ),
  declare(
    'substring',
    method('string_substring_int', [string, int], string, (a: string, start: bigint) => substring(a, start)),
    method('string_substring_int_int', [string, int, int], string, substring),
  ),
  declare('trim', method('string_trim', [string], string, trim)),
  declare('format', method('string_format', [string, listOf(dyn)], string, formatString)),
  declare('strings.quote', overload('strings_quote', [string], string, quote)),
  declare(
    'join',
    method('list_join', [listOf(string)], string, (list: CelList) => join(list, '')),
    method('list_join_string', [listOf(string), string], string, join),
  ),
]
