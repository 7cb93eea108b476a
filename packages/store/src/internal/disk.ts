import { closeSync, fsyncSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory for its owner alone, with all above that are absent, such that it is still there after a crash. */
export function makeDirectory(path: string): string {
  const firstMade = mkdirSync(path, { recursive: true, mode: 0o700 })
  const made = realpathSync(path)
  if (firstMade === undefined) return made
  const top = dirname(realpathSync(firstMade))
  for (let each = made; each !== top; each = dirname(each)) flushDirectorySync(dirname(each))
  return made
}

/** A new name is safe only when the directory that holds it is. */
export function flushDirectorySync(path: string): void {
  // Windows neither needs this nor allows it.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
