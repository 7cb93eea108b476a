import { type Figures, RECORDED, ratio, TARGET_RATIOS } from './baseline.ts'
import type { LoadResult } from './load.ts'

const LABELS: Record<keyof Figures, string> = {
  createPerSecond: 'create /s',
  getPerSecond: 'get /s',
  mergePatchPerSecond: 'merge patch /s',
  statusPatchPerSecond: 'status patch /s',
  applyPerSecond: 'server-side apply /s',
  listMs: 'list 2,000 ms',
  listByLabelMs: 'list 200 of 2,000 by label ms',
  watchP99Ms: 'watch, 10 watchers, p99 ms',
  deletePerSecond: 'delete /s',
  startMs: 'start to ready ms',
  idleMb: 'memory idle MB',
  loadedMb: 'memory after the load MB',
}

/** One row per figure: just after the start, measured, the baseline, how many times better, and whether that is enough. */
export function comparisonTable(
  figures: Partial<Figures>,
  first: Partial<Figures>,
  baseline: Figures = RECORDED,
): string {
  const rows = (Object.keys(LABELS) as (keyof Figures)[])
    .filter((name) => figures[name] !== undefined)
    .map((name) => {
      const measured = figures[name]!
      const times = ratio(name, measured, baseline)
      const wanted = TARGET_RATIOS[name]
      return [
        LABELS[name],
        first[name] === undefined ? '' : number(first[name]),
        number(measured),
        number(baseline[name]),
        `${times.toFixed(1)}x`,
        `${wanted}x`,
        times >= wanted ? 'yes' : 'NO',
      ]
    })
  return table(['', 'at first', 'measured', 'kube-apiserver', 'better by', 'target', 'reached'], rows)
}

/** What each request cost the server: on a busy machine this says more than how long it took, though it grows, too. */
export function cpuTable(load: LoadResult): string {
  const rows = Object.entries(load).flatMap(([name, result]) =>
    typeof result === 'object' && 'serverCpuMicros' in result ? [[name, number(result.serverCpuMicros)]] : [],
  )
  return table(['', 'server CPU µs each'], rows)
}

/** A plain text table, first column to the left, the others to the right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

export function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2)
}
