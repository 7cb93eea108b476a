import { fail } from './failure.ts'
import { CelList, type CelMap, type Value } from './value.ts'

/** A JSON number as an int, if an int can hold it. The largest int has become its successor on its way through a double. */
export function toInt(raw: number): bigint | undefined {
  if (!Number.isInteger(raw) || Math.abs(raw) > 2 ** 63) return undefined
  return raw === 2 ** 63 ? 2n ** 63n - 1n : BigInt(raw)
}

/** JSON of which no schema says more: whole numbers are ints, all others doubles. */
export function fromJson(raw: unknown): Value {
  switch (typeof raw) {
    case 'string':
    case 'boolean':
      return raw
    case 'number':
      return toInt(raw) ?? raw
    case 'object':
      if (raw === null) return null
      if (Array.isArray(raw)) return new CelList(raw, fromJson)
      return new JsonMap(raw as Readonly<Record<string, unknown>>, fromJson)
    default:
      return raw === undefined ? null : fail(`unsupported value of type ${typeof raw}`)
  }
}

/** A JSON object as a map from strings to values that are all read the same way. */
export class JsonMap implements CelMap {
  readonly celKind = 'map'
  readonly raw: Readonly<Record<string, unknown>>
  private readonly read: (item: unknown) => Value

  constructor(raw: Readonly<Record<string, unknown>>, read: (item: unknown) => Value) {
    this.raw = raw
    this.read = read
  }

  get size(): number {
    return Object.keys(this.raw).length
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return undefined
    const item = Object.hasOwn(this.raw, key) ? this.raw[key] : undefined
    return item === undefined ? undefined : this.read(item)
  }

  keys(): Value[] {
    return Object.keys(this.raw)
  }
}
