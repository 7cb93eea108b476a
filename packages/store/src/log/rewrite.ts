import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalRecord } from '../journal.ts'
import { createFile } from './append.ts'
import { Facts } from './facts.ts'
import { fileName, flushDirectory } from './files.ts'
import { decodeRecord, FrameEncoder, MAGIC } from './frame.ts'
import { scan } from './scan.ts'
import { Segment, type Segments } from './segment.ts'

/** A segment is worth rewriting when no more than this share of it is needed. */
const LIVE_SHARE = 0.5

/** Segments that follow each other and should become one; undefined when there is nothing worth the effort. */
export function pickRun({ list }: Segments, segmentBytes: number): Segment[] | undefined {
  const sealed = list.slice(0, -1)
  const found = sealed.findIndex(({ bytes, liveBytes }) => liveBytes <= bytes * LIVE_SHARE)
  if (found < 0) return undefined
  const run = [sealed[found]!]
  let live = run[0]!.liveBytes
  // What is left of it goes with its neighbours while they make one file together, so that files do not become crumbs.
  const take = (segment: Segment | undefined): boolean => {
    if (segment === undefined || live + segment.liveBytes > segmentBytes) return false
    live += segment.liveBytes
    return true
  }
  for (let before = found - 1; take(sealed[before]); before--) run.unshift(sealed[before]!)
  for (let after = found + 1; take(sealed[after]); after++) run.push(sealed[after]!)
  return run
}

/** Puts one file with what is still needed in the place of a run of segments. A crash leaves the old ones, or the new. */
export async function rewrite(directory: string, segments: Segments, run: readonly Segment[]): Promise<void> {
  const { records, facts, discarded } = await readRun(directory, run)
  const first = run[0]!.first
  const next = segments.list[segments.list.indexOf(run.at(-1)!) + 1]!
  const name = fileName(first, next.first - 1)
  // Records of older segments may be there although they are discarded; somebody has to go on saying so.
  const stillThere = discarded.filter((revision) => revision < first && segments.of(revision)?.has(revision))
  const sizes: number[] = []
  const commit = { records, discard: facts?.asDiscard(stillThere) }
  const frame = records.length > 0 || facts ? new FrameEncoder().encode(commit, sizes) : Buffer.alloc(0)
  await writeFileDurably(join(directory, name), Buffer.concat([MAGIC, frame]))
  await flushDirectory(directory)
  const merged = new Segment(name, first, true)
  merged.bytes = MAGIC.length + frame.length
  for (const [index, { entry }] of records.entries()) {
    merged.add(entry.revision, sizes[index]!)
    // It may have been discarded while the file was being written.
    if (!segments.of(entry.revision)!.isLive(entry.revision)) merged.discard(entry.revision)
  }
  segments.replace(run, merged)
  for (const old of run) if (old.name !== name) await rm(join(directory, old.name))
}

/** What is still needed of a run, and which records its discards were about. */
async function readRun(directory: string, run: readonly Segment[]) {
  const records: JournalRecord[] = []
  let facts: Facts | undefined
  const discarded: number[] = []
  for (const segment of run) {
    const bytes = await readFile(join(directory, segment.name))
    scan(segment.name, bytes, false, {
      record: (found) => {
        if (segment.isLive(found.revision)) records.push(decodeRecord(bytes, found))
      },
      discard: (discard) => {
        facts ??= new Facts()
        facts.add(discard)
        for (const revision of discard.revisions) discarded.push(revision)
      },
    })
  }
  return { records, facts, discarded }
}

async function writeFileDurably(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.tmp`
  try {
    const file = await createFile(draft)
    await file.append(bytes).finally(() => file.close())
    await rename(draft, path)
  } catch (error) {
    // It may be for want of space.
    await rm(draft, { force: true })
    throw error
  }
}
