import { SearchError } from './search-error.ts'

/** How values of an attribute are compared. */
export type AttributeType = 'string' | 'number' | 'boolean' | 'timestamp'

/** An attribute that is stored elsewhere than its name says. */
export interface AttributeDefinition {
  type: AttributeType
  /** Where it is in the document, in the notation of `Attributes`; its name unless given. */
  path?: string
  /** A column of the table instead of a part of the document; timestamps in columns are milliseconds. */
  column?: string
}

/**
 * What may be searched and ordered by: dotted names of JSON attributes to types. `[]` after a name means that it is an
 * array, any element of which may match (`aws.sts.operator_iam_roles[].role_arn`, asked for without the brackets); `*` at
 * the end stands for any key of a map (`properties.*`).
 */
export type Attributes = Readonly<Record<string, AttributeType | AttributeDefinition>>

/** Where an attribute is, once its name is understood. */
export interface ResolvedAttribute {
  readonly name: string
  readonly type: AttributeType
  readonly column: string | undefined
  /** Names to follow through the document: all but the last group lead to an array. */
  readonly groups: readonly (readonly string[])[]
  /** The key of a map that comes after the last group. The user chose it, so it is a parameter of the statement. */
  readonly key: string | undefined
}

/** Finds attributes by the names that users give; an index made once per table. */
export type AttributeResolver = (name: string, offset: number) => ResolvedAttribute

const NAME = /^[A-Za-z_]\w*$/

/** Throws a plain error when the attributes are defined wrongly, and the resolver a `SearchError` for unknown names. */
export function attributeResolver(attributes: Attributes): AttributeResolver {
  const plain = new Map<string, ResolvedAttribute>()
  const maps = new Map<string, ResolvedAttribute>()
  for (const [written, definition] of Object.entries(attributes)) {
    const attribute = define(written, typeof definition === 'string' ? { type: definition } : definition)
    const name = written.replaceAll('[]', '')
    if (name.endsWith('.*')) maps.set(name.slice(0, -1), attribute)
    else plain.set(name, attribute)
  }
  return (name, offset) => {
    const found = plain.get(name) ?? inMap(maps, name)
    if (!found) throw new SearchError(`there is no attribute '${name}' (at offset ${offset})`, offset)
    return found
  }
}

function define(written: string, { type, path = written, column }: AttributeDefinition): ResolvedAttribute {
  const name = written.replaceAll('[]', '')
  if (column !== undefined) {
    if (!NAME.test(column)) throw new Error(`the attribute '${written}' has a column that cannot be: '${column}'`)
    return { name, type, column, groups: [], key: undefined }
  }
  const isMap = path.endsWith('.*')
  const groups = groupsOf(isMap ? path.slice(0, -2) : path)
  return { name, type, column, groups, key: isMap ? '' : undefined }
}

/** `a.b[].c` leads through `a.b` to an array, and in each element to `c`. */
export function groupsOf(path: string): string[][] {
  const groups: string[][] = [[]]
  for (const part of path.split('.')) {
    const isArray = part.endsWith('[]')
    const name = isArray ? part.slice(0, -2) : part
    if (!NAME.test(name)) throw new Error(`the path '${path}' has a part that cannot be: '${part}'`)
    groups.at(-1)!.push(name)
    if (isArray) groups.push([])
  }
  return groups
}

/** The map with the longest name that the given one begins with; what follows is the key. */
function inMap(maps: ReadonlyMap<string, ResolvedAttribute>, name: string): ResolvedAttribute | undefined {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const map = maps.get(name.slice(0, dot + 1))
    const key = name.slice(dot + 1)
    if (map && key !== '') return { ...map, name, key }
  }
  return undefined
}
