/** Understands indexes as a Job's status writes them: `1,3-5`. What is not below `completions` is left out. */
export function parseIndexSet(text: string | undefined, completions: number): Set<number> {
  const indexes = new Set<number>()
  for (const part of (text ?? '').split(',')) {
    const match = /^([0-9]+)(?:-([0-9]+))?$/.exec(part)
    if (!match) continue
    const last = Math.min(Number(match[2] ?? match[1]), completions - 1)
    for (let index = Number(match[1]); index <= last; index++) indexes.add(index)
  }
  return indexes
}

/** Indexes as a Job's status writes them: runs of three and more as ranges. */
export function formatIndexSet(indexes: ReadonlySet<number>): string {
  const runs: [first: number, last: number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run[1] === index - 1) run[1] = index
    else runs.push([index, index])
  }
  return runs.map(formatRun).join(',')
}

function formatRun([first, last]: [number, number]): string {
  if (first === last) return String(first)
  return last === first + 1 ? `${first},${last}` : `${first}-${last}`
}
