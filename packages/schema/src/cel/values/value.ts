import { type CelType, listOf, mapOf, optionalOf, TYPES } from '../types/type.ts'
import type { Duration, Timestamp } from './time.ts'

/**
 * A CEL value. Ints are bigints and doubles are numbers, so that the two never mix; lists and maps are views over the
 * JSON they came from, read element by element.
 */
export type Value = null | boolean | bigint | number | string | ObjectValue

/** Values that are objects of JavaScript. */
export type ObjectValue = Uint | Bytes | Timestamp | Duration | Optional | TypeValue | CelList | CelMap | Opaque

/** What kind of value it is at run time. */
export type ValueKind = 'null' | 'bool' | 'int' | 'double' | 'string' | ObjectValue['celKind']

/** A number without a sign. */
export class Uint {
  readonly celKind = 'uint'
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/** A sequence of bytes. */
export class Bytes {
  readonly celKind = 'bytes'
  readonly data: Uint8Array

  constructor(data: Uint8Array) {
    this.data = data
  }
}

/** A value that may be absent: `optional.none()` when it is. */
export class Optional {
  readonly celKind = 'optional'
  readonly value: Value | undefined

  constructor(value: Value | undefined) {
    this.value = value
  }
}

/** The optional without a value. */
export const NONE = new Optional(undefined)

/** A type as a value, as `type(x)` and the names of types give it. */
export class TypeValue {
  readonly celKind = 'type'
  readonly type: CelType

  constructor(type: CelType) {
    this.type = type
  }
}

/** How two lists are compared and joined: by position, as sets, or by the keys of their elements. */
export type ListSemantics = 'atomic' | 'set' | readonly string[]

/** A list: raw items and the function that turns one into a value. */
export class CelList {
  readonly celKind = 'list'
  readonly items: readonly unknown[]
  readonly semantics: ListSemantics
  private readonly read: (item: unknown) => Value

  constructor(items: readonly unknown[], read: (item: unknown) => Value, semantics: ListSemantics = 'atomic') {
    this.items = items
    this.read = read
    this.semantics = semantics
  }

  get size(): number {
    return this.items.length
  }

  /** The value at an index that exists. */
  at(index: number): Value {
    return this.read(this.items[index])
  }

  toArray(): Value[] {
    return this.items.map((item) => this.read(item))
  }
}

// Items of a list built during evaluation are values already.
const asValue = (item: unknown) => item as Value
/** A list of values made during evaluation. */
export const listValue = (items: readonly Value[], semantics: ListSemantics = 'atomic') =>
  new CelList(items, asValue, semantics)

/** A map, whatever it is made from. */
export interface CelMap {
  readonly celKind: 'map'
  readonly size: number
  find(key: Value): Value | undefined
  keys(): Value[]
  /** The JSON object behind the map, where there is one. */
  readonly raw?: Readonly<Record<string, unknown>>
}

/** A value of a type that a library adds, such as a quantity or a URL. */
export interface Opaque {
  readonly celKind: 'opaque'
  readonly type: CelType
  equals(other: Opaque): boolean
  /** How many elements it has, for libraries whose costs depend on it. */
  readonly size?: number
}

/** The kind of a value at run time. */
export function kindOf(value: Value): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    default:
      return value === null ? 'null' : value.celKind
  }
}

/** Whether a value is a list. */
export const isList = (value: Value): value is CelList => value instanceof CelList
/** Whether a value is a map. */
export const isMap = (value: Value): value is CelMap =>
  typeof value === 'object' && value !== null && value.celKind === 'map'

/** The type of a value at run time. Lists and maps do not know the types of what they hold. */
export function typeOf(value: Value): CelType {
  switch (typeof value) {
    case 'string':
      return TYPES.string
    case 'boolean':
      return TYPES.bool
    case 'bigint':
      return TYPES.int
    case 'number':
      return TYPES.double
    default:
      return value === null ? TYPES.null : typeOfObject(value)
  }
}

function typeOfObject(value: ObjectValue): CelType {
  switch (value.celKind) {
    case 'list':
      return listOf(TYPES.dyn)
    case 'map':
      return mapOf(TYPES.dyn, TYPES.dyn)
    case 'optional':
      return optionalOf(TYPES.dyn)
    case 'opaque':
      return value.type
    default:
      return TYPES[value.celKind]
  }
}
