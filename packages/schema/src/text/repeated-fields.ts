import { formatPath, type PathStack } from '../compile/path.ts'
import { hasMember, isObject, type Json, type JsonObject, setMember } from '../json.ts'
import { endOfString } from './json-strings.ts'
import type { ParsedText } from './parsed-text.ts'

/** Reads a text that is known to be JSON and to repeat fields, and says which. */
export function readRepeated(text: string, mergesObjects: boolean): ParsedText {
  const reader: Reader = { text, at: 0, path: [], duplicates: new Set(), order: new Map(), mergesObjects }
  return { value: readValue(reader), duplicates: [...reader.duplicates], order: reader.order }
}

interface Reader {
  readonly text: string
  at: number
  readonly path: PathStack
  readonly duplicates: Set<string>
  readonly order: Map<string, number>
  readonly mergesObjects: boolean
}

/** Skips white space and separators, and returns what comes then. */
function peek(reader: Reader): string {
  while (' \t\r\n,:'.includes(reader.text[reader.at] ?? '.')) reader.at++
  return reader.text[reader.at] ?? ''
}

function readValue(reader: Reader): Json {
  const first = peek(reader)
  if (first === '{') return readObject(reader)
  if (first === '[') return readList(reader)
  return readScalar(reader, first)
}

const SCALAR_END = /[\s,\]}]|$/g

function readScalar(reader: Reader, first: string): Json {
  const start = reader.at
  if (first === '"') reader.at = endOfString(reader.text, start) + 1
  else {
    SCALAR_END.lastIndex = start
    reader.at = SCALAR_END.exec(reader.text)?.index ?? reader.text.length
  }
  return JSON.parse(reader.text.slice(start, reader.at))
}

function readObject(reader: Reader): JsonObject {
  const object: JsonObject = {}
  reader.at++
  while (peek(reader) !== '}') {
    const name = String(readScalar(reader, '"'))
    reader.path.push(name)
    readMember(reader, object, name)
    reader.path.pop()
  }
  reader.at++
  return object
}

function readMember(reader: Reader, object: JsonObject, name: string): void {
  const path = formatPath(reader.path)
  const isRepeated = Object.hasOwn(object, name)
  if (isRepeated || !reader.order.has(path)) reader.order.set(path, reader.at)
  const value = readValue(reader)
  if (isRepeated) reader.duplicates.add(path)
  setMember(object, name, isRepeated && reader.mergesObjects ? overlay(object[name], value) : value)
}

function readList(reader: Reader): Json[] {
  const list: Json[] = []
  reader.at++
  while (peek(reader) !== ']') {
    reader.path.push(list.length)
    list.push(readValue(reader))
    reader.path.pop()
  }
  reader.at++
  return list
}

/** The members of both, the later ones prevailing. */
function overlay(earlier: Json | undefined, later: Json): Json {
  if (!isObject(earlier) || !isObject(later)) return later
  const merged = { ...earlier }
  for (const [name, value] of Object.entries(later)) {
    setMember(merged, name, hasMember(earlier, name) ? overlay(earlier[name], value ?? null) : value)
  }
  return merged
}
