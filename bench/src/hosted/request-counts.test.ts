import { describe, expect, it } from 'vitest'
import type { Connection } from '../connection.ts'
import { readRequestCounts, requestsEach } from './request-counts.ts'

const METRICS = `# TYPE apiserver_request_total counter
apiserver_request_total{verb="PATCH",group="",version="v1",resource="nodes",subresource="status",code="200"} 6
apiserver_request_total{verb="PATCH",group="",version="v1",resource="nodes",subresource="status",code="409"} 2
apiserver_request_total{verb="LIST",group="",version="v1",resource="nodes",subresource="",code="200"} 5
process_resident_memory_bytes 12345
`

/** A connection to a server that says no more than its metrics, as much of it as is used here. */
const connectionTo = (metrics: string): Connection =>
  ({ must: async () => ({ status: 200, body: Buffer.from(metrics) }) }) as unknown as Connection

describe('counts of requests', () => {
  it('are by verb and resource, whatever the answer was', async () => {
    expect([...(await readRequestCounts(connectionTo(METRICS)))]).toEqual([
      ['PATCH nodes/status', 8],
      ['LIST nodes', 5],
    ])
  })

  it('are told for each of many, the most frequent first, without those that did not come', () => {
    const before = new Map([
      ['GET pods', 3],
      ['LIST nodes', 5],
    ])
    const after = new Map([
      ['GET pods', 3],
      ['LIST nodes', 25],
      ['PATCH nodes', 40],
    ])

    expect(requestsEach(before, after, 10)).toEqual([
      ['PATCH nodes', 4],
      ['LIST nodes', 2],
    ])
  })
})
