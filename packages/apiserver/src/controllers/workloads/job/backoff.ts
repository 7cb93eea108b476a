import type { Pod } from '@skep/api'
import { finishedAt } from './pod-outcome.ts'

const FIRST_MS = 10_000
const LONGEST_MS = 600_000

/** Failures of a Job's pods since the last success. */
export interface FailureRecord {
  readonly failures: number
  readonly lastAt: number
}

const NONE: FailureRecord = { failures: 0, lastAt: 0 }

/** The record after more pods have ended. */
export function extendRecord(
  record: FailureRecord = NONE,
  succeeded: readonly Pod[],
  failed: readonly Pod[],
): FailureRecord {
  const lastSuccess = Math.max(Number.NEGATIVE_INFINITY, ...succeeded.map(finishedAt))
  const later = failed.map(finishedAt).filter((time) => time > lastSuccess)
  const base = succeeded.length > 0 ? NONE : record
  return { failures: base.failures + later.length, lastAt: Math.max(base.lastAt, ...later) }
}

/** Milliseconds until the next pod may be tried. */
export function remainingBackoff({ failures, lastAt }: FailureRecord, now: number): number {
  if (failures === 0) return 0
  const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.max(0, lastAt + delay - now)
}
