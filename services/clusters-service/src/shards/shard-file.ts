import { isObject, type Json, type JsonObject, parseYaml } from '@skep/schema'
import { CLOUD_PROVIDERS } from '../catalog/data/offers.ts'
import { type Environment, expandVariables } from './environment-variables.ts'
import { serverOf } from './kubeconfig.ts'
import { complaintAboutId, shardIdFor } from './shard-id.ts'

/** A shard as a file defines it, in the shape in which it is stored. */
export interface ShardDefinition {
  readonly id: string
  readonly file: string
  readonly document: JsonObject
}

/** A text with the name of the file that it is from. */
export interface ShardFile {
  readonly name: string
  readonly text: string
}

/** What is wrong with the files of shards, naming file, shard and field. */
export class ShardFileError extends Error {
  override readonly name = 'ShardFileError'
}

/** What files call the kubeconfigs, and what the API calls them. */
const SERVER_CONFIGS = {
  hive_config: 'hive_config',
  aws_account_operator_config: 'aws_account_operator_config',
  gcp_project_operator_config: 'gcp_project_operator',
  hypershift_config: 'hypershift_config',
} as const

const STATUSES = ['active', 'maintenance', 'offline']
const PLAIN_FIELDS = ['aws_base_domain', 'gcp_base_domain', 'topology'] as const

/** Everything that an entry of a file may say. */
const KNOWN_FIELDS = [
  'id',
  'status',
  'region',
  'cloud_provider',
  ...PLAIN_FIELDS,
  ...Object.keys(SERVER_CONFIGS),
  'maestro_config',
  'azure_shard',
]

/** One entry of a file: the shard, or what is wrong with it. */
export type ShardEntry = {
  readonly name: string
  /** Fields that nobody reads. */
  readonly ignored: readonly string[]
} & ({ readonly shard: ShardDefinition } | { readonly id: string | undefined; readonly problems: readonly string[] })

/** The shards that files define together. Throws a ShardFileError about the first of them with which anything is wrong. */
export function readShardFiles(files: readonly ShardFile[], environment: Environment): ShardDefinition[] {
  const byId = new Map<string, ShardDefinition>()
  for (const file of files) {
    for (const entry of inspectShardFile(file, environment)) {
      if ('problems' in entry) throw new ShardFileError(`${file.name}: ${entry.name}: ${entry.problems.join('; ')}`)
      const { shard } = entry
      const other = byId.get(shard.id)
      if (other) {
        throw new ShardFileError(
          `provision shard '${shard.id}' is defined twice: in ${other.file} and in ${shard.file}`,
        )
      }
      byId.set(shard.id, shard)
    }
  }
  return [...byId.values()]
}

/** Every entry of a file, whatever is wrong with others. Throws a ShardFileError when the file has no entries. */
export const inspectShardFile = (file: ShardFile, environment: Environment): ShardEntry[] =>
  listIn(file).map((entry, index) => inspectEntry(file, entry, index, environment))

function inspectEntry(file: ShardFile, entry: Json, index: number, environment: Environment): ShardEntry {
  const position = `provision_shards[${index}]`
  if (!isObject(entry)) return { name: position, id: undefined, problems: ['is not an object'], ignored: [] }
  const id = typeof entry['id'] === 'string' ? entry['id'] : undefined
  const name = id === undefined ? position : `provision shard '${id}'`
  const problems: string[] = []
  const read: Read = (value) => {
    try {
      return value()
    } catch (error) {
      problems.push(messageOf(error))
      return undefined
    }
  }
  const expanded = read(() => expandVariables(entry, environment))
  const document = expanded && toDocument(expanded, read)
  const ignored = Object.keys(entry).filter((field) => !KNOWN_FIELDS.includes(field))
  if (!document || problems.length > 0) return { name, id, problems, ignored }
  return { name, shard: { id: String(document['id']), file: file.name, document }, ignored }
}

/** Reads a value, or notes what is wrong with it and goes on with the next. */
type Read = <Value>(value: () => Value) => Value | undefined

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function listIn(file: ShardFile): Json[] {
  let value: Json
  try {
    value = parseYaml(file.text).value
  } catch (error) {
    // The rest of the parser's message may quote a line of the text, which may be a key.
    const [, where] = /at (line \d+, column \d+)/.exec(messageOf(error)) ?? []
    throw new ShardFileError(`${file.name}: is not YAML${where === undefined ? '' : ` (${where})`}`)
  }
  const list = isObject(value) ? value['provision_shards'] : undefined
  if (!Array.isArray(list)) throw new ShardFileError(`${file.name}: has no list 'provision_shards'`)
  return list
}

function toDocument(entry: JsonObject, read: Read): JsonObject {
  const document: JsonObject = {}
  const set = (attribute: string, value: Json | undefined): void => {
    if (value !== undefined) document[attribute] = value
  }
  set(
    'status',
    read(() => statusOf(entry)),
  )
  set(
    'region',
    read(() => ({ id: requiredText(entry, 'region') })),
  )
  set(
    'cloud_provider',
    read(() => ({ id: providerOf(entry) })),
  )
  for (const field of PLAIN_FIELDS)
    set(
      field,
      read(() => optionalText(entry, field)),
    )
  for (const [field, attribute] of Object.entries(SERVER_CONFIGS))
    set(
      attribute,
      read(() => serverConfigOf(entry, field)),
    )
  set(
    'maestro_config',
    read(() => maestroConfigOf(entry['maestro_config'])),
  )
  if (isObject(entry['azure_shard'])) document['azure_shard'] = entry['azure_shard']
  set(
    'id',
    read(() => idOf(entry) ?? shardIdFor(document)),
  )
  return document
}

function serverConfigOf(entry: JsonObject, field: string): JsonObject | undefined {
  const kubeconfig = optionalText(entry, field)
  return kubeconfig === undefined ? undefined : { server: namedServer(field, kubeconfig), kubeconfig }
}

function idOf(entry: JsonObject): string | undefined {
  const id = optionalText(entry, 'id')
  const complaint = id === undefined ? undefined : complaintAboutId(id)
  if (complaint !== undefined) throw new Error(`id ${complaint}`)
  return id
}

function providerOf(entry: JsonObject): string {
  const provider = requiredText(entry, 'cloud_provider')
  if (CLOUD_PROVIDERS.some(({ id }) => id === provider)) return provider
  const known = CLOUD_PROVIDERS.map(({ id }) => id).join(', ')
  throw new Error(`cloud_provider is '${provider}', and must be one of ${known}`)
}

function statusOf(entry: JsonObject): string {
  const status = optionalText(entry, 'status') ?? 'active'
  if (!STATUSES.includes(status)) throw new Error(`status is '${status}', and must be one of ${STATUSES.join(', ')}`)
  return status
}

function namedServer(field: string, kubeconfig: string): string {
  try {
    return serverOf(kubeconfig)
  } catch (error) {
    throw new Error(`${field} ${messageOf(error)}`)
  }
}

/** A map, or the same as JSON in a text. The management cluster that old files name is found by other means. */
function maestroConfigOf(value: Json | undefined): JsonObject | undefined {
  if (value === undefined || value === null) return undefined
  const config = typeof value === 'string' ? parseYaml(value).value : value
  if (!isObject(config)) throw new Error('maestro_config is neither a map nor JSON that holds one')
  const { management_cluster_id: _ignored, ...rest } = config
  return rest
}

function requiredText(entry: JsonObject, field: string): string {
  const value = optionalText(entry, field)
  if (value === undefined) throw new Error(`${field} is missing`)
  return value
}

function optionalText(entry: JsonObject, field: string): string | undefined {
  const value = entry[field]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new Error(`${field} must be a text`)
  return value
}
