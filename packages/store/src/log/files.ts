import { readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the log, as its name tells: `FIRST.log`, or `FIRST-LAST.log` for one that was put in the place of several. */
export interface LogFile {
  readonly name: string
  readonly first: number
  readonly last: number | undefined
}

const NAME = /^(\d{16})(?:-(\d{16}))?\.log$/
const padded = (revision: number): string => String(revision).padStart(16, '0')

export const fileName = (first: number, last?: number): string =>
  last === undefined ? `${padded(first)}.log` : `${padded(first)}-${padded(last)}.log`

/** The files of the log in order. Removes those that another one has taken the place of, and what was never finished. */
export function listFiles(directory: string): LogFile[] {
  const files: LogFile[] = []
  for (const file of readdirSync(directory).sort().flatMap(parseName(directory))) {
    const before = files.at(-1)
    // `FIRST-LAST.log` comes before `FIRST.log`: the hyphen sorts before the dot.
    if (before?.last !== undefined && file.first <= before.last) {
      const [gone, kept] = (file.last ?? 0) > before.last ? [before, file] : [file, before]
      rmSync(join(directory, gone.name))
      files[files.length - 1] = kept
    } else files.push(file)
  }
  return files
}

const parseName =
  (directory: string) =>
  (name: string): LogFile[] => {
    if (name.endsWith('.tmp')) rmSync(join(directory, name))
    const [, first, last] = NAME.exec(name) ?? []
    if (first === undefined) return []
    return [{ name, first: Number(first), last: last === undefined ? undefined : Number(last) }]
  }

/** A new name is safe only when the directory that holds it is. */
export async function flushDirectory(path: string): Promise<void> {
  // Windows neither needs this nor allows it.
  if (process.platform === 'win32') return
  const directory = await open(path)
  await directory.sync().finally(() => directory.close())
}
