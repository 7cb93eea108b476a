import { Pod } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSession } from './session.ts'
import { watchExplained } from './watch.ts'

const WEB = { namespace: 'default', name: 'web' }

/** A pod that nobody runs, and everything that a watch of it writes. */
async function watchPod(signal: AbortSignal) {
  const server = await startApiServer()
  const client = createClient({ transport: inProcessTransport(server) })
  const session = createSession({ client: createClient({ transport: inProcessTransport(server) }) })
  onTestFinished(async () => {
    session.close()
    client.close()
    await server.close()
  })
  await client.create(Pod, { metadata: WEB, spec: { containers: [{ name: 'web', image: 'web' }] } })
  const written: string[] = []
  const out = { write: (text: string | Uint8Array) => written.push(String(text)) > 0 }
  const question = { kind: 'pod', ...WEB }
  const ended = watchExplained(session, question, { render: ({ tree }) => tree.state, out, signal })
  return { client, written, ended }
}

describe('watching an object', () => {
  it('draws it again when something changes, and ends when it is gone', async () => {
    const { client, written, ended } = await watchPod(new AbortController().signal)
    await vi.waitFor(() => expect(written).toEqual(['Pending\n']))

    const conditions = [
      { type: 'PodScheduled', status: 'True' },
      { type: 'Ready', status: 'True' },
    ]
    await client.patch(Pod, WEB, { type: 'merge', body: { status: { conditions } } }, { subresource: 'status' })
    await vi.waitFor(() => expect(written).toEqual(['Pending\n', 'Running\n']))

    await client.delete(Pod, WEB, { gracePeriodSeconds: 0 })
    await ended
    expect(written.at(-1)).toBe('pod web is gone\n')
  })

  it('ends when it is told to', async () => {
    const stop = new AbortController()
    const { written, ended } = await watchPod(stop.signal)
    await vi.waitFor(() => expect(written).toEqual(['Pending\n']))

    stop.abort()

    await expect(ended).resolves.toBeUndefined()
  })
})
