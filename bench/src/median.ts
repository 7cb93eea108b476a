import type { LoadResult } from './load.ts'

/** Of each figure of several rounds the middle one: how fast a machine is changes from minute to minute. */
export function medianLoad(rounds: readonly LoadResult[]): LoadResult {
  const middle = <T>(pick: (round: LoadResult) => T, sizeOf: (value: T) => number): T =>
    rounds.map(pick).sort((a, b) => sizeOf(a) - sizeOf(b))[Math.floor(rounds.length / 2)]!
  const speed = (name: Exclude<keyof LoadResult, 'listBytes' | 'watch'>) =>
    middle(
      (round) => round[name],
      ({ perSecond }) => perSecond,
    )
  return {
    create: speed('create'),
    get: speed('get'),
    mergePatch: speed('mergePatch'),
    statusPatch: speed('statusPatch'),
    apply: speed('apply'),
    list: speed('list'),
    listBytes: rounds[0]!.listBytes,
    listByLabel: speed('listByLabel'),
    delete: speed('delete'),
    watch: middle(
      ({ watch }) => watch,
      ({ p99 }) => p99,
    ),
  }
}
