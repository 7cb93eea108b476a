import { HOUR_MS } from '../durations.ts'

const MAX_PAUSE_MS = 2 * HOUR_MS
/** Who looks again after a tenth of the time that something has lasted learns of its end soon enough. */
const FRACTION = 10

/**
 * How long to wait before looking again at something that nobody tells of: often at first, and the less often the
 * longer it has lasted, so that what never ends costs next to nothing.
 */
export const pollAfter = (sinceMs: number, nowMs: number, minMs: number): number =>
  Math.min(Math.max(Math.ceil((nowMs - sinceMs) / FRACTION), minMs), MAX_PAUSE_MS)
