import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalRecord } from '../journal.ts'
import { Facts } from './facts.ts'
import { type LogFile, listFiles } from './files.ts'
import { decodeRecord, type FoundRecord } from './frame.ts'
import { DamagedError, scan } from './scan.ts'
import { Segment, Segments } from './segment.ts'

/** What a directory holds. */
export interface LoadedLog {
  readonly segments: Segments
  readonly facts: Facts
  /** The records that are needed, in revision order; to be read once. */
  readonly records: Iterable<JournalRecord>
}

/** A file with the places of its records. */
interface ReadFile {
  readonly segment: Segment
  readonly bytes: Buffer
  readonly found: readonly FoundRecord[]
}

/** Reads the log in a directory. What a crash left behind unfinished does not count. */
export function loadLog(directory: string): LoadedLog {
  const facts = new Facts()
  const discarded: number[] = []
  const listed = listFiles(directory)
  const files = listed.map((file, index) => {
    const isNewest = index === listed.length - 1
    return readSegment(directory, file, isNewest, (discard) => {
      facts.add(discard)
      for (const revision of discard.revisions) discarded.push(revision)
    })
  })
  refuseGaps(directory, listed, files)
  const segments = new Segments(files.map(({ segment }) => segment))
  segments.discard(discarded)
  return { segments, facts, records: liveRecords(files) }
}

/** Files follow each other without a gap, from the first revision on: where there is one, a file is missing. */
function refuseGaps(directory: string, listed: readonly LogFile[], files: readonly ReadFile[]): void {
  let expected = 1
  for (const [index, { name, first, last }] of listed.entries()) {
    if (first !== expected) {
      throw new DamagedError(`a file is missing in ${directory} before ${name}; restore it from a copy`)
    }
    expected = (last ?? files[index]!.segment.last) + 1
  }
}

function readSegment(
  directory: string,
  { name, first, last }: LogFile,
  isNewest: boolean,
  onDiscard: (discard: Parameters<Facts['add']>[0]) => void,
): ReadFile {
  const path = join(directory, name)
  const bytes = readFileSync(path)
  const segment = new Segment(name, first, last !== undefined)
  const found: FoundRecord[] = []
  segment.bytes = scan(path, bytes, isNewest, {
    record: (record) => {
      segment.add(record.revision, record.end - record.start)
      found.push(record)
    },
    discard: onDiscard,
  })
  return { segment, bytes, found }
}

function* liveRecords(files: ReadFile[]): Generator<JournalRecord> {
  // Files are let go of one by one: their records are copies.
  for (let file = files.shift(); file; file = files.shift()) {
    for (const record of file.found) {
      if (file.segment.isLive(record.revision)) yield decodeRecord(file.bytes, record)
    }
  }
}
