import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Appender, createFile } from './append.ts'
import { Facts } from './facts.ts'
import { fileName, flushDirectory } from './files.ts'
import { discardItem, type FrameReader, frameOfItems, MAGIC, readFrame } from './frame.ts'
import { frames } from './scan.ts'
import { Segment, type Segments } from './segment.ts'

/** A segment is worth rewriting when no more than this share of it is needed. */
const LIVE_SHARE = 0.5

/** So much is read and copied at a time. */
const PIECE_BYTES = 256 << 10

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
  const first = run[0]!.first
  const next = segments.list[segments.list.indexOf(run.at(-1)!) + 1]!
  const name = fileName(first, next.first - 1)
  const merged = new Segment(name, first, true)
  await writeDraft(join(directory, name), async (file) => {
    merged.bytes = await copyRun(directory, segments, run, merged, file)
  })
  await flushDirectory(directory)
  // Records may have been discarded while the file was being written.
  for (const revision of merged.revisions()) if (!segments.of(revision)!.isLive(revision)) merged.discard(revision)
  segments.replace(run, merged)
  for (const old of run) if (old.name !== name) await rm(join(directory, old.name))
}

/** Copies what is needed of a run, a piece at a time, so that requests are answered between; resolves to its size. */
async function copyRun(
  directory: string,
  segments: Segments,
  run: readonly Segment[],
  merged: Segment,
  file: Appender,
): Promise<number> {
  const pieces = new Pieces(file)
  const facts = new Facts()
  const discarded: number[] = []
  await file.append(MAGIC)
  for (const segment of run) {
    const bytes = await readFile(join(directory, segment.name))
    const reader: FrameReader = {
      record: ({ revision, start, end }) => {
        if (!segment.isLive(revision)) return
        pieces.add(bytes.subarray(start, end))
        merged.add(revision, end - start)
      },
      discard: (discard) => {
        facts.add(discard)
        for (const revision of discard.revisions) discarded.push(revision)
      },
    }
    for (const { start, end } of frames(segment.name, bytes, false)) {
      readFrame(bytes, start, end, reader)
      await pieces.passed(end - start)
    }
  }
  // Records of older segments may be there although they are discarded; somebody has to go on saying so.
  const stillThere = discarded.filter((revision) => revision < merged.first && segments.of(revision)?.has(revision))
  if (!facts.isEmpty) pieces.add(discardItem(facts.asDiscard(stillThere)))
  await pieces.flush()
  return MAGIC.length + pieces.written
}

/** Gathers items until they are worth a write of their own. */
class Pieces {
  readonly #file: Appender
  #items: Buffer[] = []
  /** Bytes that were read since the last pause. */
  #passed = 0
  written = 0

  constructor(file: Appender) {
    this.#file = file
  }

  add(item: Buffer): void {
    this.#items.push(item)
  }

  /** To be told how much was read: reading pauses after every piece, whether there was something to keep in it or not. */
  async passed(bytes: number): Promise<void> {
    this.#passed += bytes
    if (this.#passed < PIECE_BYTES) return
    this.#passed = 0
    await setImmediate()
    await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#items.length === 0) return
    const frame = frameOfItems(this.#items)
    this.#items = []
    this.written += frame.length
    await this.#file.append(frame)
  }
}

/** Makes a file that is there as a whole or not at all. */
async function writeDraft(path: string, write: (file: Appender) => Promise<void>): Promise<void> {
  const draft = `${path}.tmp`
  try {
    const file = await createFile(draft, { unhurried: true })
    await write(file).finally(() => file.close())
    await rename(draft, path)
  } catch (error) {
    // It may be for want of space.
    await rm(draft, { force: true })
    throw error
  }
}
