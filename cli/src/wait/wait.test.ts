import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitForUrl } from './wait.ts'

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
