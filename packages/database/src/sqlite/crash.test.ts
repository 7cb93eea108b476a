import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../index.ts'
import { crashMigrations, notes, work } from '../test/crash-tables.ts'

/** Compiled, for node to run. */
const WRITER = fileURLToPath(new URL('../../dist/test/crash-writer.js', import.meta.url))

describe('a process that is killed while it writes', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skep-crash-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('loses nothing that it acknowledged, and leaves no half of a transaction', async () => {
    const url = `sqlite:${join(folder, 'notes.db')}`
    const acknowledged: string[] = []

    for (const round of ['a', 'b', 'c']) acknowledged.push(...(await writeAndKill(url, round, 300)))

    const database = await openDatabase({ url, migrations: crashMigrations })
    const stored = (await notes.find(database)).items.map(({ id }) => id).sort()
    expect(acknowledged.length).toBeGreaterThanOrEqual(900)
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    const { claims } = await work.claim(database, stored.length + 1, 'me', 1_000)
    expect(claims.map(({ key }) => key).sort()).toEqual(stored)
    await database.close()
  })
})

/** Lets another process write until it has acknowledged so many, then kills it; returns what it acknowledged. */
async function writeAndKill(url: string, prefix: string, count: number): Promise<string[]> {
  if (!existsSync(WRITER)) throw new Error('run `make build` first: the writer is a program of its own')
  const writer = spawn(process.execPath, [WRITER, url, prefix], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(line)
    if (acknowledged.length === count) writer.kill('SIGKILL')
  }
  await ended
  return acknowledged
}
