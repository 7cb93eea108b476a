import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How a file is kept. */
export interface AtomicFileOptions {
  /** Permissions; only the owner may read and write unless given. */
  readonly mode?: number
}

/**
 * Writes a file so that a reader, or a restart after a crash, finds the old content or the new one, never a part. Makes
 * the folder, for the owner alone, when it is not there.
 */
export async function writeFileAtomically(
  path: string,
  content: string,
  options: AtomicFileOptions = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(draft, 'wx', options.mode ?? 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
