import { goQuote, goValue, isObject, type Json, type JsonObject } from '@skep/schema'
import { jsonTypeName, printValue } from '../patch/errors.ts'
import type { FieldType, ListType, MapType, ScalarType } from './field-type.ts'
import { itemElement } from './list-items.ts'
import { printElement } from './path-element.ts'
import { TypedValueError } from './typed-error.ts'

/** Checks an applied configuration against its type: unknown fields, wrong types, list items that occur twice. */
export function checkTyped(type: FieldType, value: JsonObject): void {
  const errors: string[] = []
  checkValue(type, value, '', errors)
  if (errors.length === 0) return
  throw new TypedValueError(
    errors.length === 1 ? errors[0] : ['errors:', ...errors.map((each) => `  ${each}`)].join('\n'),
  )
}

function checkValue({ map, list, scalar }: FieldType, value: Json, path: string, errors: string[]): void {
  if (value === null) return
  if (isObject(value) && map !== undefined) {
    checkMembers(map, value, path, errors)
  } else if (Array.isArray(value) && list !== undefined) {
    checkItems(list, value, path, errors)
  } else {
    const problem = mismatch(scalar, map !== undefined ? 'map' : 'list', value)
    if (problem !== undefined) errors.push(path === '' ? problem : `${path}: ${problem}`)
  }
}

function checkMembers(map: MapType, object: JsonObject, path: string, errors: string[]): void {
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    const type = map.fields.get(key)?.type ?? map.element
    if (type === undefined) {
      errors.push(`${path}.${key}: field not declared in schema`)
      return
    }
    checkValue(type, value, `${path}.${key}`, errors)
  }
}

function checkItems(list: ListType, items: Json[], path: string, errors: string[]): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const element = list.atomic ? undefined : elementOrProblem(list, item)
    if (element instanceof TypedValueError) {
      errors.push(`${path}: element ${index}: ${element.message}`)
      return
    }
    const printed = element === undefined ? `[${index}]` : printElement(element)
    if (element !== undefined && seen.has(element)) errors.push(`${path}: duplicate entries for key ${printed}`)
    if (element !== undefined) seen.add(element)
    checkValue(list.element, item, `${path}${printed}`, errors)
  }
}

function elementOrProblem(list: ListType, item: Json): string | TypedValueError {
  try {
    return itemElement(list, item)
  } catch (thrown) {
    if (thrown instanceof TypedValueError) return thrown
    throw thrown
  }
}

/** The types of JSON values, as the API names them. */
const TYPE_TEXTS: Record<string, string> = {
  number: 'int64',
  array: '[]interface {}',
  object: 'map[string]interface {}',
}

const typeText = (value: Json): string => TYPE_TEXTS[jsonTypeName(value)] ?? jsonTypeName(value)

/** Why a value that is not null and no container of the type's does not fit; the words are those of the API. */
function mismatch(scalar: ScalarType | undefined, container: string, value: Json): string | undefined {
  switch (scalar) {
    case undefined:
      return `expected ${container}, got &{${printValue(value)}}`
    case 'string':
      return typeof value === 'string'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goText(value)}}`
    case 'numeric':
      return typeof value === 'number' ? undefined : `expected numeric (int or float), got ${typeText(value)}`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${printValue(value)}}`
    case 'untyped':
      return typeof value !== 'object' ? undefined : `expected any scalar, got &{${printValue(value)}}`
  }
}

/** The value as the API spells it out: `1`, `[]interface {}{"a"}`, `map[string]interface {}{"a":1}`. */
function goText(value: Json): string {
  if (value === null) return 'interface {}(nil)'
  if (typeof value !== 'object') return goValue(value)
  const parts = Array.isArray(value)
    ? value.map(goText)
    : Object.keys(value)
        .sort()
        .map((key) => `${goQuote(key)}:${goText(value[key] ?? null)}`)
  return `${typeText(value)}{${parts.join(', ')}}`
}
