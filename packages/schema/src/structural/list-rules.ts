import { type FieldError, fieldError } from '../field-error.ts'
import { hasDefault, itemSchema, type RawSchema } from './raw-schema.ts'

const LIST_TYPES = ['atomic', 'set', 'map']
const MAP_TYPES = ['atomic', 'granular']

/** The rules of list types, their keys, and map types. */
export const checkListAndMapTypes = (schema: RawSchema, path: string): FieldError[] => [
  ...checkMapType(schema, path),
  ...checkListType(schema, path),
  ...checkListMapKeys(schema, path),
  ...checkListMapItems(schema, path),
  ...checkNullableKeys(schema, path),
]

function wrongType({ type = '' }: RawSchema, wanted: string, keyword: string, path: string): FieldError[] {
  if (type === wanted) return []
  const detail = `must be ${wanted} if ${keyword} is specified`
  return [type === '' ? fieldError.required(`${path}.type`, detail) : fieldError.invalid(`${path}.type`, type, detail)]
}

function checkMapType(schema: RawSchema, path: string): FieldError[] {
  const mapType = schema['x-kubernetes-map-type']
  if (mapType === undefined) return []
  const errors = wrongType(schema, 'object', 'x-kubernetes-map-type', path)
  if (!MAP_TYPES.includes(mapType)) {
    errors.push(fieldError.notSupported(`${path}.x-kubernetes-map-type`, mapType, MAP_TYPES))
  }
  return errors
}

function checkListType(schema: RawSchema, path: string): FieldError[] {
  const listType = schema['x-kubernetes-list-type']
  if (listType === undefined) return []
  const errors = wrongType(schema, 'array', 'x-kubernetes-list-type', path)
  if (errors.length === 0 && listType === 'set') errors.push(...checkSetItems(schema, path))
  if (!LIST_TYPES.includes(listType)) {
    errors.push(fieldError.notSupported(`${path}.x-kubernetes-list-type`, listType, LIST_TYPES))
  }
  return errors
}

/** Items of a set are compared as a whole, so that they must be owned as a whole. */
function checkSetItems(schema: RawSchema, path: string): FieldError[] {
  const items = itemSchema(schema)
  const listType = items?.['x-kubernetes-list-type']
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [fieldError.invalid(`${path}.items.x-kubernetes-list-type`, listType, detail)]
  }
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    // The API server shows the list type here, which objects do not have.
    return [fieldError.invalid(`${path}.items.x-kubernetes-map-type`, listType ?? null, detail)]
  }
  return []
}

function checkListMapKeys(schema: RawSchema, path: string): FieldError[] {
  const listType = schema['x-kubernetes-list-type']
  const hasKeys = (schema['x-kubernetes-list-map-keys']?.length ?? 0) > 0
  const detail = 'must be map if x-kubernetes-list-map-keys is non-empty'
  const at = `${path}.x-kubernetes-list-type`
  if (!hasKeys || listType === 'map') return []
  return [listType === undefined ? fieldError.required(at, detail) : fieldError.invalid(at, listType, detail)]
}

function checkListMapItems(schema: RawSchema, path: string): FieldError[] {
  if (schema['x-kubernetes-list-type'] !== 'map') return []
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const errors: FieldError[] = []
  if (keys.length === 0) {
    const detail = 'must not be empty if x-kubernetes-list-type is map'
    errors.push(fieldError.required(`${path}.x-kubernetes-list-map-keys`, detail))
  }
  const items = itemSchema(schema)
  if (schema.items === undefined) {
    errors.push(fieldError.required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'))
  } else if (items === undefined) {
    const detail = 'must only have a single schema if x-kubernetes-list-type is map'
    errors.push(fieldError.invalid(`${path}.items`, schema.items, detail))
  } else if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map"
    errors.push(fieldError.invalid(`${path}.items.type`, items.type ?? '', detail))
  } else errors.push(...checkKeys(keys, items, path))
  return errors
}

function checkKeys(keys: readonly string[], items: RawSchema, path: string): FieldError[] {
  const at = `${path}.x-kubernetes-list-map-keys`
  return keys.flatMap((key, index) => {
    const errors = checkKey(key, keys, items, path)
    if (keys.indexOf(key) < index) errors.push(fieldError.invalid(at, keys, 'must not contain duplicate entries'))
    return errors
  })
}

function checkKey(key: string, keys: readonly string[], items: RawSchema, path: string): FieldError[] {
  const member = Object.hasOwn(items.properties ?? {}, key) ? items.properties?.[key] : undefined
  if (member === undefined) {
    const detail = 'entries must all be names of item properties'
    return [fieldError.invalid(`${path}.x-kubernetes-list-map-keys`, keys, detail)]
  }
  if (member.type !== 'array' && member.type !== 'object') return []
  const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map"
  return [fieldError.invalid(`${path}.items.properties[${key}].type`, items.type, detail)]
}

/** What identifies an item must always be there. */
function checkNullableKeys(schema: RawSchema, path: string): FieldError[] {
  const items = itemSchema(schema)
  const listType = schema['x-kubernetes-list-type']
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return []
  const errors = items.nullable
    ? [fieldError.forbidden(`${path}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`)]
    : []
  if (listType === 'set') return errors
  return [...errors, ...(schema['x-kubernetes-list-map-keys'] ?? []).flatMap((key) => checkPresence(key, items, path))]
}

function checkPresence(key: string, items: RawSchema, path: string): FieldError[] {
  const member = Object.hasOwn(items.properties ?? {}, key) ? items.properties?.[key] : undefined
  if (member === undefined) return []
  const at = `${path}.items.properties[${key}]`
  const reason = 'this property is in x-kubernetes-list-map-keys, so it'
  const errors: FieldError[] = []
  if (!items.required?.includes(key) && !hasDefault(member)) {
    errors.push(fieldError.required(`${at}.default`, `${reason} must have a default or be a required property`))
  }
  if (member.nullable) errors.push(fieldError.forbidden(`${at}.nullable`, `${reason} cannot be nullable`))
  return errors
}
