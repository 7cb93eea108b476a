import { type FieldError, fieldError, jsonEqual, type KindRules } from '@skep/schema'
import { checkConfigKey } from '../meta/names.ts'
import { invalid, validateImmutable } from '../meta/validation.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { IMMUTABLE_WHEN_SET, MAX_DATA_BYTES } from './config-map.rules.ts'
import { jsonObjectProblem } from './json-object-problem.ts'
import type { Secret } from './secret.ts'

/** What `kubectl get secrets` shows. */
export const secretTable = defineTable<Secret>(
  nameColumn,
  {
    name: 'Type',
    description:
      'Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Data',
    description:
      "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
    cell: ({ data = {} }) => Object.keys(data).length,
  },
  ageColumn,
)

/** What Secrets do beyond their schema. */
export const secretRules: KindRules<Secret> = {
  defaults: (secret) => {
    secret.type ||= 'Opaque'
    mergeStringData(secret)
  },
  prepareForUpdate: (secret, stored) => {
    // An update that does not mention the type means the type it has.
    if (!secret.type && stored.type) secret.type = stored.type
  },
  validate: (secret) => [...validateData(secret), ...validateByType(secret)],
  validateUpdate: (secret, stored) => [
    ...validateImmutable(secret.type, stored.type, 'type'),
    ...(stored.immutable && !secret.immutable ? [fieldError.forbidden('immutable', IMMUTABLE_WHEN_SET)] : []),
    ...(stored.immutable && !jsonEqual(secret.data, stored.data)
      ? [fieldError.forbidden('data', IMMUTABLE_WHEN_SET)]
      : []),
  ],
  cells: secretTable.cells,
  selectableFields: ({ type }) => ({ type: type ?? '' }),
}

/** Plain text is taken in and never given out. */
function mergeStringData(secret: Secret): void {
  if (secret.stringData === undefined) return
  secret.data ??= {}
  for (const [key, value] of Object.entries(secret.stringData)) secret.data[key] = Buffer.from(value).toString('base64')
  delete secret.stringData
}

function validateData({ data = {} }: Secret): FieldError[] {
  const errors: FieldError[] = []
  let bytes = 0
  for (const [key, value] of Object.entries(data)) {
    errors.push(...invalid(`data[${key}]`, key, checkConfigKey(key)))
    bytes += Buffer.byteLength(value, 'base64')
  }
  if (bytes > MAX_DATA_BYTES) errors.push(fieldError.tooLong('data', MAX_DATA_BYTES))
  return errors
}

const ACCOUNT_NAME = 'kubernetes.io/service-account.name'

/** Well-known types promise their readers certain keys. */
function validateByType({ metadata, type, data = {} }: Secret): FieldError[] {
  const missing = (...keys: string[]) => keys.filter((key) => !Object.hasOwn(data, key)).map(requiredKey)
  switch (type) {
    case 'kubernetes.io/service-account-token':
      return metadata.annotations?.[ACCOUNT_NAME] ? [] : [fieldError.required(`metadata.annotations[${ACCOUNT_NAME}]`)]
    case 'kubernetes.io/dockercfg':
      return validateJson(data['.dockercfg'], '.dockercfg')
    case 'kubernetes.io/dockerconfigjson':
      return validateJson(data['.dockerconfigjson'], '.dockerconfigjson')
    case 'kubernetes.io/basic-auth': {
      const absent = missing('username', 'password')
      return absent.length === 2 ? absent : []
    }
    case 'kubernetes.io/ssh-auth':
      return data['ssh-privatekey'] ? [] : [requiredKey('ssh-privatekey')]
    case 'kubernetes.io/tls':
      return missing('tls.crt', 'tls.key')
    default:
      return []
  }
}

const requiredKey = (key: string): FieldError => fieldError.required(`data[${key}]`)

function validateJson(value: string | undefined, key: string): FieldError[] {
  if (value === undefined) return [requiredKey(key)]
  const problem = jsonObjectProblem(Buffer.from(value, 'base64').toString())
  return problem === undefined ? [] : [fieldError.invalid(`data[${key}]`, '<secret contents redacted>', problem)]
}
