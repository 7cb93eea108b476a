import { join } from 'node:path'
import { readIfThere, replaceFile } from '../kept-file.ts'

/** What time it is in a simulation, for the next process that goes on with it. */
export interface KeptTime {
  /** Undefined when nothing was kept. */
  read(): number | undefined
  write(now: number): void
}

/** Keeps the time in a folder. */
export function keptTimeIn(dataDir: string): KeptTime {
  const path = join(dataDir, 'time')
  return {
    read: () => {
      const text = readIfThere(path)
      return text === undefined ? undefined : Number(text)
    },
    write: (now) => replaceFile(path, String(now)),
  }
}
