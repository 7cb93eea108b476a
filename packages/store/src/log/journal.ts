import { join } from 'node:path'
import { makeDirectory } from '../internal/disk.ts'
import type { Journal, JournalCommit, JournalState } from '../journal.ts'
import { type Appender, continueFile, createFile } from './append.ts'
import { claim } from './claim.ts'
import { fileName, flushDirectory } from './files.ts'
import { FrameEncoder, MAGIC } from './frame.ts'
import { type LoadedLog, loadLog } from './load.ts'
import { pickRun, rewrite } from './rewrite.ts'
import { Segment, type Segments } from './segment.ts'

/** A file that has grown to this size is followed by another. */
const SEGMENT_BYTES = 16 << 20

/** Opens the journal in this directory, which is made when absent. Throws when it is open already. */
export function openLogJournal(directory: string, segmentBytes = SEGMENT_BYTES): Journal {
  const path = makeDirectory(directory)
  const release = claim(path)
  try {
    return new LogJournal(path, loadLog(path), segmentBytes, release)
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Commits are frames at the end of the newest of several files. What is not needed any more goes when a file is rewritten,
 * in the background, once half of it is of no use.
 */
class LogJournal implements Journal {
  readonly #directory: string
  readonly #segmentBytes: number
  readonly #segments: Segments
  readonly #release: () => void
  readonly #encoder = new FrameEncoder()
  #loaded: LoadedLog | undefined
  #file: Appender | undefined
  #rewriting: Promise<void> | undefined
  #closed = false

  constructor(directory: string, loaded: LoadedLog, segmentBytes: number, release: () => void) {
    this.#directory = directory
    this.#segmentBytes = segmentBytes
    this.#loaded = loaded
    this.#segments = loaded.segments
    this.#release = release
    const newest = this.#segments.list.at(-1)
    if (newest) this.#file = continueFile(join(directory, newest.name), newest.bytes)
  }

  load(): JournalState {
    const { facts, records } = this.#loaded!
    this.#loaded = undefined
    return { revision: facts.revision, compacted: facts.compacted, dropped: facts.dropped, records }
  }

  async commit(commit: JournalCommit): Promise<void> {
    const { records, discard } = commit
    if (records.length === 0 && discard === undefined) return
    const file = await this.#room(records[0]?.entry.revision)
    const sizes: number[] = []
    const frame = this.#encoder.encode(commit, sizes)
    const { active } = this.#segments
    await file.append(active.bytes === 0 ? Buffer.concat([MAGIC, frame]) : frame)
    active.bytes += frame.length + (active.bytes === 0 ? MAGIC.length : 0)
    for (let index = 0; index < sizes.length; index++) active.add(records[index]!.entry.revision, sizes[index]!)
    if (discard === undefined) return
    this.#segments.discard(discard.revisions)
    this.#tidy()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#rewriting
    try {
      await this.#file?.close()
    } finally {
      this.#release()
    }
  }

  /** The file to write to: the newest one, or another when that is full. */
  async #room(revision = 1): Promise<Appender> {
    const { list } = this.#segments
    const newest = list.at(-1)
    const isFull =
      newest !== undefined && newest.bytes >= this.#segmentBytes && revision > newest.last && !newest.isEmpty
    if (this.#file && !isFull) return this.#file
    await this.#file?.close()
    const first = newest === undefined ? 1 : newest.last + 1
    const segment = new Segment(fileName(first), first)
    const file = await createFile(join(this.#directory, segment.name))
    this.#file = file
    await flushDirectory(this.#directory)
    list.push(segment)
    return file
  }

  /** Rewrites what is worth it, one run after the other. */
  #tidy(): void {
    if (this.#rewriting) return
    // When it fails, everything is where it was; the next discard is the time to try again.
    const done = () => {
      this.#rewriting = undefined
    }
    this.#rewriting = this.#rewriteAll().then(done, done)
  }

  async #rewriteAll(): Promise<void> {
    for (;;) {
      const run = this.#closed ? undefined : pickRun(this.#segments, this.#segmentBytes)
      if (run === undefined) return
      await rewrite(this.#directory, this.#segments, run)
    }
  }
}
