import type { ShardReport } from './check.ts'

/** What was found out, shard by shard. */
export function describeReports(reports: readonly ShardReport[]): string {
  const bad = reports.filter(({ problems }) => problems.length > 0).length
  const verdict = bad === 0 ? `${count(reports.length)} ready to use` : `${count(bad)} with problems`
  return [...reports.map(describeReport), verdict].join('\n')
}

const count = (number: number): string => `${number} ${number === 1 ? 'shard' : 'shards'}`

function describeReport({ file, shard, facts, problems }: ShardReport): string {
  return [
    `${shard} (${file})`,
    ...facts.map((fact) => `  ok     ${fact}`),
    ...problems.map((problem) => `  WRONG  ${problem}`),
  ].join('\n')
}
