import { createBackoff } from '@skep/base'

/** A kubelet's own figures: the first restart at once, then ten seconds, doubling up to five minutes. */
const BACKOFF = createBackoff({ baseMs: 10_000, maxMs: 300_000, jitter: 0 })

/** How long to wait after a number of crashes in a row, not counting the last. */
export const crashDelayMs = (before: number): number => (before === 0 ? 0 : BACKOFF.delay(before - 1))
