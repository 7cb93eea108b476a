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
}

/** Keeps decisions in a folder. */
export function stateFileIn(dataDir: string): StateFile {
  const path = join(dataDir, 'behaviours.json')
  return {
    read: () => {
      const text = readIfThere(path)
      return text === undefined ? undefined : JSON.parse(text)
    },
    write: (state) => replaceFile(path, JSON.stringify(state)),
  }
}

/** Keeps nothing. */
export const noStateFile: StateFile = { read: () => undefined, write: () => undefined }
