import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock, silentLogger } from '@skep/base'
import { type Database, openDatabase } from '@skep/database'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ShardRecords, shardRecords } from '../records/shards.ts'
import { migrations } from '../records/tables.ts'
import { followShardFiles, type ShardFiles } from './shard-files.ts'

let folder: string
let path: string
let database: Database
let shards: ShardRecords
let files: ShardFiles | undefined

const content = (status: string, region = 'us-east-1') =>
  `provision_shards: [{ id: one, status: ${status}, region: ${region}, cloud_provider: aws }]`
const follow = () => followShardFiles({ shards, paths: [path], environment: {}, clock: realClock, log: silentLogger })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skep-shards-'))
  path = join(folder, 'shards.yaml')
  database = await openDatabase({ url: 'sqlite::memory:', migrations })
  shards = shardRecords(database)
})
afterEach(async () => {
  files?.close()
  await database.close()
  await rm(folder, { recursive: true })
})

describe('following the files of shards', () => {
  it('stores what they say, and again what changed in them', async () => {
    await writeFile(path, content('active'))
    files = await follow()
    const first = await shards.get('one')
    await writeFile(path, content('active', 'eu-west-1'))

    await files.reload()

    expect(first?.region).toBe('us-east-1')
    expect((await shards.get('one'))?.region).toBe('eu-west-1')
  })

  it('sees a file that was renamed over the old one', async () => {
    await writeFile(path, content('active'))
    files = await follow()

    await writeFile(`${path}.new`, content('maintenance'))
    await rename(`${path}.new`, path)

    await vi.waitFor(async () => expect((await shards.get('one'))?.status).toBe('maintenance'), { timeout: 5_000 })
  })

  it('keeps a status set through the API while the file says nothing new', async () => {
    await writeFile(path, content('active'))
    files = await follow()
    await shards.change('one', (document) => ({ ...document, status: 'maintenance' }))

    await files.reload()

    expect((await shards.get('one'))?.status).toBe('maintenance')
  })

  it('keeps what it has and says so while a file cannot be used', async () => {
    await writeFile(path, content('active'))
    files = await follow()
    await writeFile(path, content('asleep'))

    const usable = await files.reload()
    const problem = files.problem()
    await writeFile(path, content('offline'))
    await files.reload()

    expect(usable).toBe(false)
    expect(problem).toContain("status is 'asleep'")
    expect(files.problem()).toBeUndefined()
    expect((await shards.get('one'))?.status).toBe('offline')
  })

  it('does not begin with a file that is not there', async () => {
    await expect(follow()).rejects.toThrow(`cannot read the provision shards file ${path}`)
  })
})
