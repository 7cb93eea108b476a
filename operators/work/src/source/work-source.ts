import type { ManifestWork } from '@skep/api'
import type { ChangeHandler, Stored } from '@skep/client'

/**
 * Where the works of one cluster come from, and where their status goes: a namespace of a hub, or a message broker. It
 * keeps a copy of all works, which are frozen, so that reading them costs nothing.
 */
export interface WorkSource {
  /** The newest state of a work that is known. */
  get(name: string): Stored<ManifestWork> | undefined
  /** Tells of every change from now on, and first of every work that is known. Returns how to stop it. */
  onChange(handler: ChangeHandler<ManifestWork>): () => void
  /** Follows the works until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Resolves when all works of the beginning are known. */
  waitForSync(signal: AbortSignal): Promise<void>
  /** Keeps a work from going before its objects have gone. */
  addFinalizer(work: Stored<ManifestWork>): Promise<void>
  /** Lets a work go. One that has gone is fine. */
  removeFinalizer(work: Stored<ManifestWork>): Promise<void>
  /** Writes what changed between two states of a status, and nothing when nothing did. A work that has gone is fine. */
  writeStatus(before: Stored<ManifestWork>, after: Stored<ManifestWork>): Promise<void>
}
