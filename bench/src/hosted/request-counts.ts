import type { Connection } from '../connection.ts'

/** How many requests of each kind a server has answered, such as `PATCH secrets`, in all its logical clusters. */
export type RequestCounts = ReadonlyMap<string, number>

const SAMPLE = /^apiserver_request_total\{(.*)\} (\S+)$/gm

/** Reads them off the metrics of a server. */
export async function readRequestCounts(connection: Connection): Promise<RequestCounts> {
  const { body } = await connection.must('GET', '/metrics')
  const counts = new Map<string, number>()
  for (const [, labels = '', value] of body.toString('utf8').matchAll(SAMPLE)) {
    const label = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
    const subresource = label('subresource')
    const what = `${label('verb')} ${label('resource')}${subresource === '' ? '' : `/${subresource}`}`
    counts.set(what, (counts.get(what) ?? 0) + Number(value))
  }
  return counts
}

/** What came in between, for each of so many; the most frequent first. */
export function requestsEach(before: RequestCounts, after: RequestCounts, count: number): [string, number][] {
  return [...after]
    .map(([what, total]): [string, number] => [what, (total - (before.get(what) ?? 0)) / count])
    .filter(([, each]) => each > 0)
    .sort(([, one], [, other]) => other - one)
}
