import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom } from '@skep/base'
import { type Entry, openLogStore, type Store, type StoreEvent } from '@skep/store'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROUNDS = 50
const SEED = 20300101

interface Acknowledged {
  type: string
  key: string
  revision: number
}

let directory: string

beforeAll(() => {
  buildPackage()
  directory = mkdtempSync(join(tmpdir(), 'skep-crash-'))
}, 120_000)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('loses no acknowledged write and leaves no gap, whenever it is killed', async () => {
  const random = createRandom(SEED)
  const path = join(directory, 'rounds')
  let total = 0
  let before = { revision: 0, entries: new Map<string, Entry>() }

  for (let round = 0; round < ROUNDS; round++) {
    const acknowledged = await writeAndKill(path, round, 5 + random.int(60))
    // With room for more history than the writer keeps, so that what it has forgotten must be known to be forgotten.
    const store = await openLogStore({ path })
    verifyHistory(store, acknowledged)
    verifyState(store, acknowledged, before)
    before = { revision: store.revision, entries: entriesOf(store) }
    total += acknowledged.length
    await store.close()
  }

  expect(total).toBeGreaterThan(ROUNDS * 32)
}, 120_000)

it('lets one process have a store at a time, and the next one when that is killed', async () => {
  const path = join(directory, 'contended')
  const writer = startWriter(path, 0)
  await once(writer.stdout, 'data')

  await expect(openLogStore({ path })).rejects.toThrow(
    `the store in ${path} is in use by process ${writer.pid}; stop it or choose another directory`,
  )

  writer.kill('SIGKILL')
  await once(writer, 'close')
  const store = await openLogStore({ path })
  expect(store.revision).toBeGreaterThan(0)
  await store.close()
}, 20_000)

/** The writer runs what users run: the built package. */
function buildPackage(): void {
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-b', fileURLToPath(new URL('..', import.meta.url))])
}

function startWriter(path: string, seed: number) {
  const script = fileURLToPath(new URL('crash-writer.mjs', import.meta.url))
  return spawn(process.execPath, [script, path, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What a writer had acknowledged when it was killed, so long after its first write. */
async function writeAndKill(path: string, seed: number, delayMs: number): Promise<Acknowledged[]> {
  const writer = startWriter(path, seed)
  let output = ''
  writer.stdout.on('data', (chunk) => {
    // The delay is real time on purpose: the moment of the crash is what this test is about.
    if (output === '') setTimeout(() => writer.kill('SIGKILL'), delayMs)
    output += chunk
  })
  await once(writer, 'close')
  // A line without an end was being written when the writer died.
  return output.split('\n').slice(0, -1).map(parseLine)
}

function parseLine(line: string): Acknowledged {
  const [type = '', key = '', revision] = line.split(' ')
  return { type, key, revision: Number(revision) }
}

/** The history must go from a state to the state without a gap, and contain all that was acknowledged since. */
function verifyHistory(store: Store, acknowledged: readonly Acknowledged[]): void {
  const compacted = store.compactedRevision('crash')
  const state = entriesOf(store, compacted)
  const events = new Map<number, StoreEvent>()
  let last = compacted
  store.watch('crash', compacted, (event) => {
    expect(event.revision).toBe(++last)
    expect(event.previous?.revision).toBe(state.get(event.entry.key)?.revision)
    if (event.type === 'put') state.set(event.entry.key, event.entry)
    else state.delete(event.entry.key)
    events.set(event.revision, event)
  })

  expect(last).toBe(store.revision)
  expect([...state].sort(byKey)).toEqual([...entriesOf(store)].sort(byKey))
  for (const { type, key, revision } of acknowledged) {
    if (revision > compacted) expect(events.get(revision)).toMatchObject({ type, entry: { key } })
  }
}

/** Every key must be what was acknowledged last, or what a write made of it that was killed before it was. */
function verifyState(
  store: Store,
  acknowledged: readonly Acknowledged[],
  before: { revision: number; entries: ReadonlyMap<string, Entry> },
): void {
  const lastTouched = new Map<string, number>()
  for (const [key, { revision }] of before.entries) lastTouched.set(key, revision)
  for (const { key, revision } of acknowledged) lastTouched.set(key, Math.max(revision, lastTouched.get(key) ?? 0))
  const deletes = deletesOf(store)

  expect(store.revision).toBeGreaterThanOrEqual(Math.max(before.revision, acknowledged.at(-1)?.revision ?? 0))
  for (const [key, revision] of lastTouched) {
    const now = store.get('crash', key)?.revision ?? deletes.get(key) ?? lastDelete(acknowledged, key)
    expect(now, key).toBeGreaterThanOrEqual(revision)
  }
  for (const { key, revision, value } of entriesOf(store).values()) {
    expect(value.toString()).toMatch(new RegExp(`^${key} ${revision} x*$`))
  }
}

/** Newest delete of each key that the history knows. */
function deletesOf(store: Store): Map<string, number> {
  const deletes = new Map<string, number>()
  store.watch('crash', store.compactedRevision('crash'), ({ type, revision, entry }) => {
    if (type === 'delete') deletes.set(entry.key, revision)
  })
  return deletes
}

const lastDelete = (acknowledged: readonly Acknowledged[], key: string): number =>
  acknowledged.findLast((write) => write.key === key && write.type === 'delete')?.revision ?? -1

const entriesOf = (store: Store, revision = store.revision): Map<string, Entry> =>
  new Map(store.list('crash', { revision }).entries.map((entry) => [entry.key, entry]))

const byKey = ([a]: [string, Entry], [b]: [string, Entry]): number => (a < b ? -1 : 1)
