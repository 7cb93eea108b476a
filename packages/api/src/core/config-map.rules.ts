import { type FieldError, fieldError, jsonEqual, type KindRules } from '@skep/schema'
import { checkConfigKey } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { ConfigMap } from './config-map.ts'

/** The most that the values of a ConfigMap or Secret may take together. */
export const MAX_DATA_BYTES = 1024 * 1024

/** What is said about changing what was declared unchangeable. */
export const IMMUTABLE_WHEN_SET = 'field is immutable when `immutable` is set'

/** What `kubectl get configmaps` shows. */
export const configMapTable = defineTable<ConfigMap>(
  nameColumn,
  {
    name: 'Data',
    description:
      "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
    cell: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
  },
  ageColumn,
)

/** What ConfigMaps do beyond their schema. */
export const configMapRules: KindRules<ConfigMap> = {
  validate: validateConfigMap,
  validateUpdate: (map, stored) => {
    if (!stored.immutable) return []
    return [
      ...(map.immutable ? [] : [fieldError.forbidden('immutable', IMMUTABLE_WHEN_SET)]),
      ...(jsonEqual(map.data, stored.data) ? [] : [fieldError.forbidden('data', IMMUTABLE_WHEN_SET)]),
      ...(jsonEqual(map.binaryData, stored.binaryData) ? [] : [fieldError.forbidden('binaryData', IMMUTABLE_WHEN_SET)]),
    ]
  },
  cells: configMapTable.cells,
}

function validateConfigMap({ data = {}, binaryData = {} }: ConfigMap): FieldError[] {
  const errors: FieldError[] = []
  let bytes = 0
  for (const [key, value] of Object.entries(data)) {
    errors.push(...invalid(`data[${key}]`, key, checkConfigKey(key)))
    if (Object.hasOwn(binaryData, key)) {
      errors.push(fieldError.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'))
    }
    bytes += Buffer.byteLength(value)
  }
  for (const [key, value] of Object.entries(binaryData)) {
    errors.push(...invalid(`binaryData[${key}]`, key, checkConfigKey(key)))
    bytes += Buffer.byteLength(value, 'base64')
  }
  if (bytes > MAX_DATA_BYTES) errors.push(fieldError.tooLong('[]', MAX_DATA_BYTES))
  return errors
}
