import { isObject, type Json } from '../json.ts'
import { endOfString } from './json-strings.ts'
import { DepthError, MAX_DEPTH, type ParsedText } from './parsed-text.ts'
import { readRepeated } from './repeated-fields.ts'

/** How repeated fields are read. */
export interface ParseJsonOptions {
  /**
   * What becomes of a field that comes twice: `last` takes the last one whole, as for custom resources; `merge` lays
   * objects over each other, as decoding into a typed object does. Default: `last`.
   */
  repeated?: 'last' | 'merge'
}

const NONE: readonly string[] = []

/** Parses JSON and finds the fields it has twice. Throws SyntaxError, also for nesting that nobody could mean. */
export function parseJson(text: string, options: ParseJsonOptions = {}): ParsedText {
  const value: Json = JSON.parse(text)
  const { members, depth } = measure(text)
  if (depth > MAX_DEPTH) throw new DepthError()
  // Parsing keeps one of each, so that a text with more members than its value has repeats some.
  if (members === countMembers(value)) return { value, duplicates: NONE }
  return readRepeated(text, options.repeated === 'merge')
}

const QUOTE = 0x22
const COLON = 0x3a

/** Counts members and depth of a text that is known to be JSON. */
function measure(text: string): { members: number; depth: number } {
  let members = 0
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(text, index)
    else if (code === COLON) members++
    // With the bit of lower case set, brackets and braces are the same.
    else if ((code | 0x20) === 0x7b) deepest = Math.max(deepest, ++depth)
    else if ((code | 0x20) === 0x7d) depth--
  }
  return { members, depth: deepest }
}

function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (isObject(value)) for (const key in value) members += 1 + countMembers(value[key] ?? null)
  else for (const item of value) members += countMembers(item)
  return members
}
