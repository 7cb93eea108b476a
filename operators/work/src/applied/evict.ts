import type { AppliedManifestWork } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import type { AppliedWorks } from './applied-works.ts'

/** A period as long as this means never. */
const NEVER_MS = 100 * 365 * 24 * 3_600_000

/** Lets go of a work that its hub no longer has, once it has been missing for long enough. */
export async function evictApplied(
  { clock, log }: Pick<Ctx, 'clock' | 'log'>,
  appliedWorks: AppliedWorks,
  applied: Stored<AppliedManifestWork>,
  evictionMs: number,
): Promise<Result> {
  if (evictionMs >= NEVER_MS) return keepApplied(appliedWorks, applied)
  const since = applied.status?.evictionStartTime
  const now = clock.now()
  if (since === undefined) await appliedWorks.writeEviction(applied, formatTime(now))
  const leftMs = (since === undefined ? now : Date.parse(since)) + evictionMs - now
  if (leftMs > 0) return { requeueAfterMs: leftMs }
  log.info('Evicting an applied work', { reason: 'the hub has had no such work for long', since })
  await appliedWorks.remove(applied)
  return {}
}

/** Takes back that a work is missing. */
export async function keepApplied(appliedWorks: AppliedWorks, applied: Stored<AppliedManifestWork>): Promise<Result> {
  if (applied.status?.evictionStartTime !== undefined) await appliedWorks.writeEviction(applied, undefined)
  return {}
}
