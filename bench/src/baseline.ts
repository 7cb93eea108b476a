import type { LoadResult } from './load.ts'

/** What is measured, in a form that can be compared. */
export interface Figures {
  createPerSecond: number
  getPerSecond: number
  mergePatchPerSecond: number
  statusPatchPerSecond: number
  applyPerSecond: number
  listMs: number
  listByLabelMs: number
  watchP99Ms: number
  deletePerSecond: number
  startMs: number
  idleMb: number
  loadedMb: number
}

/** kube-apiserver v1.37 with etcd 3.4 under this load on the two-core machine where the targets were set. */
export const RECORDED: Figures = {
  createPerSecond: 522,
  getPerSecond: 1_747,
  mergePatchPerSecond: 581,
  statusPatchPerSecond: 479,
  applyPerSecond: 440,
  listMs: 143,
  listByLabelMs: 574,
  watchP99Ms: 188,
  deletePerSecond: 634,
  startMs: 3_400,
  idleMb: 306,
  loadedMb: 772,
}

/** How many times better than the baseline each figure has to be. */
export const TARGET_RATIOS: Figures = {
  createPerSecond: 10,
  getPerSecond: 5,
  mergePatchPerSecond: 8,
  statusPatchPerSecond: 8,
  applyPerSecond: 8,
  listMs: 10,
  listByLabelMs: 20,
  watchP99Ms: 10,
  deletePerSecond: 8,
  startMs: 5,
  idleMb: 3,
  loadedMb: 3,
}

export function figuresOf(load: LoadResult): Omit<Figures, 'startMs' | 'idleMb' | 'loadedMb'> {
  return {
    createPerSecond: load.create.perSecond,
    getPerSecond: load.get.perSecond,
    mergePatchPerSecond: load.mergePatch.perSecond,
    statusPatchPerSecond: load.statusPatch.perSecond,
    applyPerSecond: load.apply.perSecond,
    listMs: load.list.p50,
    listByLabelMs: load.listByLabel.p50,
    watchP99Ms: load.watch.p99,
    deletePerSecond: load.delete.perSecond,
  }
}

/** How many times better a figure is than the baseline: more per second, or fewer milliseconds and megabytes. */
export function ratio(name: keyof Figures, measured: number, baseline: Figures): number {
  return name.endsWith('PerSecond') ? measured / baseline[name] : baseline[name] / measured
}

/** The same figures of several runs, as one. */
export function meanOf(runs: readonly Figures[]): Figures {
  const mean = { ...runs[0]! }
  for (const name of Object.keys(mean) as (keyof Figures)[]) {
    mean[name] = runs.reduce((sum, run) => sum + run[name], 0) / runs.length
  }
  return mean
}
