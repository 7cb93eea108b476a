import type { ShardReport } from './check.ts'

/** What was found out, shard by shard. */
export function describeReports(reports: readonly ShardReport[]): string {
  const bad = reports.filter(({ problems }) => problems.length > 0)
  const verdict = bad.length === 0 ? `${count(reports.length, 'shard')} ready to use` : `${countBad(bad)} with problems`
  return [...reports.map(describeReport), verdict].join('\n')
}

function countBad(bad: readonly ShardReport[]): string {
  const files = bad.filter(({ shard }) => shard === undefined).length
  const counts = [
    { number: files, what: 'file' },
    { number: bad.length - files, what: 'shard' },
  ]
  return counts
    .filter(({ number }) => number > 0)
    .map(({ number, what }) => count(number, what))
    .join(' and ')
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

function describeReport({ file, shard, facts, ignored = [], problems }: ShardReport): string {
  return [
    shard === undefined ? file : `${shard} (${file})`,
    ...facts.map((fact) => `  ok     ${fact}`),
    ...ignored.map((field) => `  note   there is no field '${field}', so that it is ignored: is it misspelled?`),
    ...problems.map((problem) => `  WRONG  ${problem}`),
  ].join('\n')
}
