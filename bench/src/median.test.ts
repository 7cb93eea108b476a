import { expect, it } from 'vitest'
import type { LoadResult } from './load.ts'
import { medianLoad } from './median.ts'

const speed = (perSecond: number) => ({ count: 1, perSecond, p50: 1, p99: 2 })

const round = (perSecond: number, watchP99: number): LoadResult => ({
  create: speed(perSecond),
  get: speed(10 * perSecond),
  mergePatch: speed(perSecond),
  statusPatch: speed(perSecond),
  apply: speed(perSecond),
  list: speed(perSecond),
  listBytes: 3,
  listByLabel: speed(perSecond),
  delete: speed(perSecond),
  watch: { events: 1, p50: 1, p99: watchP99 },
})

it('takes the middle of each figure by itself', () => {
  const load = medianLoad([round(300, 9), round(100, 7), round(200, 30)])

  expect(load.create.perSecond).toBe(200)
  expect(load.get.perSecond).toBe(2_000)
  expect(load.watch.p99).toBe(9)
})
