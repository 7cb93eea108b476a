import { gunzipSync } from 'node:zlib'
import { LruMap } from '@skep/base'
import { isObject, type Json, type JsonObject } from '@skep/schema'

/** What the documents of a pool say of its machines, as parts of an Ignition configuration. */
export interface MachineParts {
  readonly files: readonly JsonObject[]
  readonly units: readonly JsonObject[]
  readonly users: readonly JsonObject[]
  readonly kernelArguments: readonly string[]
  /** All documents. */
  readonly documents: readonly JsonObject[]
}

/** How many configurations are remembered: pools of many clusters have the same. */
const REMEMBERED = 1_000
const remembered = new LruMap<MachineParts>(REMEMBERED)
/** Many times what ConfigMaps can hold. Whoever may write Secrets could pack far more. */
const MAX_UNPACKED_BYTES = 16 << 20

/** Reads the configuration in a token Secret: documents that were joined, packed, and put into base64. Throws. */
export function readMachineParts(packed: string): MachineParts {
  const known = remembered.get(packed)
  if (known) return known
  const bytes = Buffer.from(Buffer.from(packed, 'base64').toString('utf8'), 'base64')
  const text = gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')
  const parts = partsOf(text)
  remembered.set(packed, parts)
  return parts
}

function partsOf(text: string): MachineParts {
  const documents: JsonObject[] = text === '' ? [] : text.split('\n---\n').map((part) => JSON.parse(part))
  const specs = documents.filter(({ kind }) => kind === 'MachineConfig').map((config) => member(config, 'spec'))
  const configs = specs.map((spec) => member(spec, 'config'))
  return {
    files: lastOf(
      configs.flatMap((config) => objects(member(config, 'storage')['files'])),
      'path',
    ),
    units: lastOf(
      configs.flatMap((config) => objects(member(config, 'systemd')['units'])),
      'name',
    ),
    users: lastOf(
      configs.flatMap((config) => objects(member(config, 'passwd')['users'])),
      'name',
    ),
    kernelArguments: specs.flatMap(({ kernelArguments }) => texts(kernelArguments)),
    documents,
  }
}

/** Of those that say the same of themselves, the last one. */
const lastOf = (items: readonly JsonObject[], key: string): JsonObject[] => [
  ...new Map(items.map((item) => [String(item[key]), item])).values(),
]

const member = (object: JsonObject, name: string): JsonObject => {
  const found = object[name]
  return isObject(found) ? found : {}
}

const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
