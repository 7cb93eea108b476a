import { readFile } from 'node:fs/promises'
import type { Clock, Logger } from '@skep/base'
import { type JsonObject, jsonEqual } from '@skep/schema'
import type { ShardRecords } from '../records/shards.ts'
import type { Environment } from './environment-variables.ts'
import { readShardFiles, type ShardDefinition, ShardFileError } from './shard-file.ts'
import { watchFiles } from './watch-files.ts'

/** What following the files of shards takes. */
export interface ShardFilesParts {
  readonly shards: Pick<ShardRecords, 'upsert'>
  readonly paths: readonly string[]
  /** The variables that files may refer to. */
  readonly environment: Environment
  readonly clock: Clock
  readonly log: Logger
}

/** The files of shards, followed. */
export interface ShardFiles {
  /** Reads the files again and stores what changed in them. False when they cannot be used, and all stays as it was. */
  reload(): Promise<boolean>
  /** What is wrong with the files as they are now; undefined when nothing is. */
  problem(): string | undefined
  close(): void
}

/**
 * Stores the shards that files define, and follows the files from then on. Rejects when they cannot be used at the start. A
 * shard that leaves the files stays: clusters may be on it, and its end is for somebody to decide.
 */
export async function followShardFiles(parts: ShardFilesParts): Promise<ShardFiles> {
  const { shards, paths, environment, clock, log } = parts
  let known = new Map<string, JsonObject>()
  let problem: string | undefined

  const apply = async () => {
    const definitions = readShardFiles(await readAll(paths), environment)
    for (const { id, document } of changedSince(known, definitions)) {
      if (await shards.upsert(id, document)) log.info('Took a provision shard from its file', { shard: id })
    }
    known = new Map(definitions.map(({ id, document }) => [id, document]))
  }
  await apply()

  const reload = async () => {
    try {
      await apply()
      if (problem !== undefined) log.info('The files of provision shards can be used again', { files: paths.join(',') })
      problem = undefined
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      log.error('Cannot use the files of provision shards, what they said before stays', { problem })
    }
    return problem === undefined
  }
  const stop = watchFiles(paths, clock, reload, log)
  return { reload, problem: () => problem, close: stop }
}

/** Only what the files changed: a status set through the API stays until somebody sets another in the file. */
const changedSince = (known: ReadonlyMap<string, JsonObject>, definitions: readonly ShardDefinition[]) =>
  definitions.filter(({ id, document }) => !jsonEqual(known.get(id), document))

const readAll = (paths: readonly string[]) =>
  Promise.all(
    paths.map(async (name) => {
      try {
        return { name, text: await readFile(name, 'utf8') }
      } catch (error) {
        throw new ShardFileError(`cannot read the provision shards file ${name}: ${describe(error)}`)
      }
    }),
  )

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))
