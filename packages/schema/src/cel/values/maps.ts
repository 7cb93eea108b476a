import { fail } from './failure.ts'
import { showValue } from './text.ts'
import { type CelMap, Uint, type Value } from './value.ts'

/** A map built during evaluation: any bool, number or string is a key, and numbers that are equal are the same key. */
export class ValueMap implements CelMap {
  readonly celKind = 'map'
  private readonly entries = new Map<string | boolean, readonly [Value, Value]>()

  get size(): number {
    return this.entries.size
  }

  find(key: Value): Value | undefined {
    const id = keyId(key)
    return id === undefined ? undefined : this.entries.get(id)?.[1]
  }

  keys(): Value[] {
    return Array.from(this.entries.values(), ([key]) => key)
  }

  set(key: Value, value: Value): void {
    const id = keyId(key)
    if (id === undefined) fail('unsupported key type')
    this.entries.set(id, [key, value])
  }

  /** Adds an entry whose key must be new. */
  insert(key: Value, value: Value): this {
    if (this.find(key) !== undefined) fail(`insert failed: key ${showValue(key)} already exists`)
    this.set(key, value)
    return this
  }
}

function keyId(key: Value): string | boolean | undefined {
  switch (typeof key) {
    case 'string':
      return `s${key}`
    case 'boolean':
      return key
    case 'bigint':
      return `n${key}`
    case 'number':
      return `n${key}`
    default:
      return key instanceof Uint ? `n${key.value}` : undefined
  }
}
