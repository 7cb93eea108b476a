/** How long each of many requests took, and how many there were per second. */
export interface Measurement {
  count: number
  perSecond: number
  p50: number
  p99: number
  /** CPU time of the server for each, in microseconds; suffers less than the others when the machine is busy. */
  serverCpuMicros?: number
}

/** Milliseconds of CPU that the measured server has used so far. */
export type CpuClock = () => number

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
  serverCpu?: CpuClock,
): Promise<Measurement> {
  const latencies: number[] = []
  let next = 0
  const cpuBefore = serverCpu?.()
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
  const summary = summarize(latencies, now() - started)
  if (serverCpu && cpuBefore !== undefined) summary.serverCpuMicros = ((serverCpu() - cpuBefore) * 1_000) / count
  return summary
}
