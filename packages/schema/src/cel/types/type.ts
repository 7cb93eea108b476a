/** What sort of type a type is. */
export type Kind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'string'
  | 'timestamp'
  | 'type'
  | 'uint'
  | 'dyn'
  | 'error'
  /** A variable of a generic signature. */
  | 'param'
  /** A type of a library, or optional_type; it may have parameters. */
  | 'opaque'
  /** A type with declared fields. */
  | 'object'

/** A type of the checker. */
export interface CelType {
  readonly kind: Kind
  /** As `type(x)` names it. */
  readonly name: string
  readonly params: readonly CelType[]
  /** Of objects only: the type of a field, undefined when there is none. */
  readonly field?: (name: string) => CelType | undefined
}

const simple = (kind: Kind, name: string = kind): CelType => ({ kind, name, params: [] })

/** Types without parameters. */
export const TYPES = {
  bool: simple('bool'),
  bytes: simple('bytes'),
  double: simple('double'),
  duration: simple('duration', 'google.protobuf.Duration'),
  int: simple('int'),
  null: simple('null', 'null_type'),
  string: simple('string'),
  timestamp: simple('timestamp', 'google.protobuf.Timestamp'),
  type: simple('type'),
  uint: simple('uint'),
  dyn: simple('dyn'),
  error: simple('error'),
} as const

/** The type of lists. */
export const listOf = (element: CelType): CelType => ({ kind: 'list', name: 'list', params: [element] })
/** The type of maps. */
export const mapOf = (key: CelType, value: CelType): CelType => ({ kind: 'map', name: 'map', params: [key, value] })
/** The type of a type. */
export const typeOfType = (type: CelType): CelType => ({ kind: 'type', name: 'type', params: [type] })
/** A variable of a generic signature. */
export const param = (name: string): CelType => ({ kind: 'param', name, params: [] })
/** A type that only functions can look into. */
export const opaque = (name: string, ...params: CelType[]): CelType => ({ kind: 'opaque', name, params })
/** The type of values that may be absent. */
export const optionalOf = (type: CelType): CelType => opaque('optional_type', type)
/** An object type. Without fields it is one that only functions can look into, such as a quantity. */
export const objectType = (name: string, field: (name: string) => CelType | undefined = () => undefined): CelType => ({
  kind: 'object',
  name,
  params: [],
  field,
})

/** Whether anything can be known of values only at run time. */
export const isDyn = (type: CelType) => type.kind === 'dyn'
/** Whether there is no point in checking further. */
export const isDynOrError = (type: CelType) => type.kind === 'dyn' || type.kind === 'error'
/** Whether values of the type may be absent. */
export const isOptional = (type: CelType) => type.kind === 'opaque' && type.name === 'optional_type'

/** Same type, parameters included. */
export function sameType(a: CelType, b: CelType): boolean {
  if (a === b) return true
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((each, index) => sameType(each, b.params[index]!))
  )
}

const SHOWN: Partial<Record<Kind, string>> = {
  duration: 'duration',
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
}

/** A type as error messages show it. */
export function formatType(type: CelType): string {
  const shown = SHOWN[type.kind] ?? type.name
  return type.params.length === 0 ? shown : `${shown}(${type.params.map(formatType).join(', ')})`
}

/** The arguments of a call as error messages show them: `string.(int)` for a method, `(string, int)` for a function. */
export function formatSignature(args: readonly CelType[], isMember: boolean): string {
  const shown = args.map(formatType)
  return isMember ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`
}
