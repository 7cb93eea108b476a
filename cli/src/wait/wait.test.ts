import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ClustersClient } from '../clusters-client.ts'
import { waitForCluster, waitForUrl } from './wait.ts'

/** A server that answers with one status after the other, the last one for ever. */
async function serve(...statuses: number[]): Promise<string> {
  const server = createServer((_, response) => {
    response.statusCode = statuses.length > 1 ? statuses.shift()! : statuses[0]!
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

describe('waiting for an address', () => {
  it('ends when something is served there, even if one has to log in for it', async () => {
    const url = await serve(503, 404, 401)
    const seen: string[] = []

    await waitForUrl(url, { signal: AbortSignal.timeout(10_000), saw: (what) => seen.push(what) })

    expect(seen).toEqual(['it answers 503', 'it answers 404, nothing is served at that path', 'it answers 401'])
  })

  it('goes on while there is a server that lacks the path', async () => {
    const url = await serve(404)
    const stop = new AbortController()
    const saw = () => stop.abort()

    await expect(waitForUrl(url, { signal: stop.signal, saw })).rejects.toThrow('aborted')
  })
})

/** Clusters of which each look finds the next state, the last one for ever; as much of a client as is used here. */
function clustersIn(...states: string[]): ClustersClient {
  const find = async () => ({ state: states.length > 1 ? states.shift()! : states[0]!, description: 'no account' })
  return { find } as unknown as ClustersClient
}

describe('waiting for a cluster', () => {
  const waiting = () => ({ signal: AbortSignal.timeout(10_000), saw: () => {} })

  it('goes on while a failure may still be of before its cause was cleared', async () => {
    const clusters = clustersIn('error', 'error', 'installing', 'ready')

    await waitForCluster(clusters, 'blue', 'ready', waiting())
  })

  it('gives up on one that stays failed, and says why', async () => {
    await expect(waitForCluster(clustersIn('error'), 'blue', 'ready', waiting())).rejects.toThrow(
      'cluster blue will not become ready: it is in state error (no account)',
    )
  })

  it('goes on with one that failed when it shall be deleted', async () => {
    await waitForCluster(clustersIn('error', 'uninstalling', 'deleted'), 'blue', 'deleted', waiting())
  })
})
