/** How long each of many requests took, and how many there were per second. */
export interface Measurement {
  count: number
  perSecond: number
  p50: number
  p99: number
}

/** Milliseconds with fractions, from a clock that never goes back. */
export const now = (): number => performance.now()

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function summarize(latencies: number[], elapsedMs: number): Measurement {
  const sorted = latencies.sort((a, b) => a - b)
  return {
    count: sorted.length,
    perSecond: sorted.length / (elapsedMs / 1_000),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}

/** Runs `work` for 0..count-1, at most one call per worker at a time, and measures each call. */
export async function measure<W>(
  workers: readonly W[],
  count: number,
  work: (worker: W, index: number) => Promise<unknown>,
): Promise<Measurement> {
  const latencies: number[] = []
  let next = 0
  const started = now()
  await Promise.all(
    workers.map(async (worker) => {
      while (next < count) {
        const index = next++
        const begin = now()
        await work(worker, index)
        latencies.push(now() - begin)
      }
    }),
  )
  return summarize(latencies, now() - started)
}
