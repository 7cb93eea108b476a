import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere, replaceFile } from '../kept-file.ts'
import type { OverrideEntry } from './contracts.ts'
import type { Hits } from './outcomes.ts'

/** What somebody decided while the simulation ran, as it is kept over restarts. */
export interface KeptState {
  /** The configuration, if it was changed. */
  readonly config?: unknown
  readonly overrides: readonly OverrideEntry[]
  /** By kind: the objects that failure scenarios with a count have hit. */
  readonly hits: Readonly<Record<string, Hits>>
}

/** Where decisions are kept. */
export interface StateFile {
  /** Undefined when nothing was kept. */
  read(): KeptState | undefined
  write(state: KeptState): void
  /** Undefined when none was kept. */
  readRecording(): unknown
  /** By itself: it may be large, and seldom changes. */
  writeRecording(recording: unknown): void
}

/** Keeps decisions in a folder. */
export function stateFileIn(dataDir: string): StateFile {
  const path = join(dataDir, 'behaviours.json')
  const recordingPath = join(dataDir, 'recording.json')
  return {
    read: () => parseIfThere(path),
    write: (state) => replaceFile(path, JSON.stringify(state)),
    readRecording: () => parseIfThere(recordingPath),
    writeRecording: (recording) =>
      recording === undefined
        ? rmSync(recordingPath, { force: true })
        : replaceFile(recordingPath, JSON.stringify(recording)),
  }
}

function parseIfThere(path: string) {
  const text = readIfThere(path)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Keeps nothing. */
export const noStateFile: StateFile = {
  read: () => undefined,
  write: () => undefined,
  readRecording: () => undefined,
  writeRecording: () => undefined,
}
