/** What `pausedUntil` means at a time. */
export type Pause =
  | { readonly paused: false; readonly valid: boolean }
  /** `remainingMs` is there when it ends by itself. */
  | { readonly paused: true; readonly remainingMs?: number }

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** Reads `pausedUntil`: a truth value, or a time. Anything else does not pause. */
export function readPause(pausedUntil: string | undefined, now: number): Pause {
  if (pausedUntil === undefined || FALSE.has(pausedUntil)) return { paused: false, valid: true }
  if (TRUE.has(pausedUntil)) return { paused: true }
  const until = RFC_3339.test(pausedUntil) ? Date.parse(pausedUntil) : Number.NaN
  if (Number.isNaN(until)) return { paused: false, valid: false }
  return now < until ? { paused: true, remainingMs: until - now } : { paused: false, valid: true }
}
