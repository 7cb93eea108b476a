/** A configuration file, parsed: messages name it. */
export interface ConfigFile {
  readonly path: string
  readonly content: unknown
}

/** What is wrong with a configuration file, with its name and the field. */
export class ConfigFileError extends Error {
  override readonly name = 'ConfigFileError'

  constructor(file: ConfigFile, problem: string, options?: ErrorOptions) {
    super(`${file.path}: ${problem}`, options)
  }
}

type FieldType = 'string' | 'number' | 'boolean'

/** The fields of an item: their types, with a `!` where they must be there. */
export type Fields = Readonly<Record<string, FieldType | `${FieldType}!`>>

const TYPE_TEXTS: Readonly<Record<FieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
}

/** Reads a list of a file; every item has the fields that it must have, and all of them the right type. */
export function readItems<Item>(file: ConfigFile, path: string, list: unknown, fields: Fields): Item[] {
  if (!Array.isArray(list)) throw new ConfigFileError(file, `expected a list named ${path}`)
  for (const [index, item] of list.entries()) checkFields(file, `${path}[${index}]`, item, fields)
  // Checked just now; what else an item has does no harm.
  return list as Item[]
}

/** The member of an object in a file, whatever that is; undefined where there is no object. */
export const member = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** Refuses an object that lacks fields, or has some of the wrong type. */
export function checkFields(file: ConfigFile, path: string, value: unknown, fields: Fields): void {
  for (const [name, type] of Object.entries(fields)) {
    const found = member(value, name) ?? undefined
    const expected = type.replace('!', '') as FieldType
    if (found === undefined && type.endsWith('!')) throw new ConfigFileError(file, `${path}.${name} is missing`)
    if (found !== undefined && typeof found !== expected) {
      throw new ConfigFileError(file, `${path}.${name} must be ${TYPE_TEXTS[expected]}, not ${JSON.stringify(found)}`)
    }
  }
}

/** Refuses a list in which two items are the same by what they are known by. */
export function requireDistinct<Item>(
  file: ConfigFile,
  path: string,
  items: readonly Item[],
  key: (item: Item) => string,
) {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (seen.has(key(item))) throw new ConfigFileError(file, `${path}[${index}] is there twice: ${key(item)}`)
    seen.add(key(item))
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
