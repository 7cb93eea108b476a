import { createBackoff, hasReason, VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { createClient } from './create-client.ts'
import { ConnectionError } from './errors.ts'
import type { RequestObservation } from './sender.ts'
import type { Transport, TransportHeaders, TransportRequest } from './transport/transport.ts'

interface Answer {
  readonly status: number
  readonly headers?: TransportHeaders
  readonly body?: string
}

const refused = new ConnectionError('cannot connect', { sent: false })
const brokenOff = new ConnectionError('broken off', { sent: true })
const busy: Answer = { status: 429, headers: { 'retry-after': '7' }, body: 'too many requests' }
const fine: Answer = { status: 200, body: '{}' }

/** A client whose server gives these answers in turn. */
function clientOf(answers: (Answer | Error)[], onWarning?: (text: string) => void) {
  const clock = new VirtualClock()
  const start = clock.now()
  const sent: { request: TransportRequest; at: number }[] = []
  const transport: Transport = {
    target: 'https://test',
    retries: true,
    close: () => {},
    request: async (request) => {
      sent.push({ request, at: clock.now() - start })
      const answer = answers.shift() ?? fine
      if (answer instanceof Error) throw answer
      const body = async function* () {
        yield Buffer.from(answer.body ?? '')
      }
      return { status: answer.status, headers: answer.headers ?? {}, body: body() }
    },
  }
  const retry = { maxAttempts: 3, backoff: createBackoff({ baseMs: 100, jitter: 0 }) }
  return { clock, sent, client: createClient({ transport, clock, retry, userAgent: 'test/1.0 (linux)', onWarning }) }
}

describe('sending a request', () => {
  it('comes back when the server asked it to, whatever the method', async () => {
    const { clock, sent, client } = clientOf([busy])
    const answered = client.raw({ method: 'POST', path: '/x', body: {} })

    await clock.advance(60_000)
    await answered

    expect(sent.map(({ at }) => at)).toEqual([0, 7_000])
  })

  it('gives up after a few tries, with what the server said', async () => {
    const { clock, sent, client } = clientOf([busy, busy, busy])
    const answered = client.raw({ path: '/x' }).catch((error: unknown) => error)

    await clock.advance(60_000)

    expect(hasReason(await answered, 'TooManyRequests')).toBe(true)
    expect(await answered).toMatchObject({ details: { retryAfterSeconds: 7 } })
    expect(sent).toHaveLength(3)
  })

  it('tries again what the server has not seen, later every time', async () => {
    const { clock, sent, client } = clientOf([refused, refused])
    const answered = client.raw({ method: 'POST', path: '/x', body: {} })

    await clock.advance(60_000)
    await answered

    expect(sent.map(({ at }) => at)).toEqual([0, 100, 300])
  })

  it('does not send a write twice that the server may have seen', async () => {
    const { sent, client } = clientOf([brokenOff])

    await expect(client.raw({ method: 'POST', path: '/x', body: {} })).rejects.toBe(brokenOff)
    expect(sent).toHaveLength(1)
  })

  it('reads again when an answer was broken off', async () => {
    const { clock, sent, client } = clientOf([brokenOff])
    const answered = client.raw({ path: '/x' })

    await clock.advance(60_000)
    await answered

    expect(sent).toHaveLength(2)
  })

  it('stops waiting when its signal aborts', async () => {
    const { clock, client } = clientOf([busy])
    const controller = new AbortController()
    const answered = client.raw({ path: '/x', signal: controller.signal })
    await clock.settle()

    controller.abort(new Error('enough'))

    await expect(answered).rejects.toThrow('enough')
  })

  it('does not repeat what is wrong with the request', async () => {
    const { sent, client } = clientOf([{ status: 400, body: 'no' }])

    await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
      reason: 'BadRequest',
      message: 'the server answered 400: no',
    })
    expect(sent).toHaveLength(1)
  })

  it('passes on what the server warns of', async () => {
    const warnings: string[] = []
    const headers = { warning: ['299 - "unknown field \\"spec.foo\\""', '299 - "deprecated"'] }
    const { client } = clientOf([{ ...fine, headers }], (text) => warnings.push(text))

    await client.raw({ path: '/x' })

    expect(warnings).toEqual(['unknown field "spec.foo"', 'deprecated'])
  })

  it('tells who is asking and what for', async () => {
    const { sent, client } = clientOf([])
    const seen: RequestObservation[] = []
    client.observe((observation) => seen.push(observation))

    await client.raw({ method: 'PUT', path: '/x', query: { a: 1 }, body: { b: 2 } })

    expect(sent[0]?.request).toMatchObject({
      method: 'PUT',
      path: '/x?a=1',
      headers: { 'user-agent': 'test/1.0 (linux)', 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from('{"b":2}'),
    })
    expect(seen).toEqual([{ method: 'PUT', code: '200', durationMs: 0 }])
  })

  it('writes as the first word of its user agent', async () => {
    const { sent, client } = clientOf([])
    const kind = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' } as const

    await client.apply(kind, { metadata: { name: 'blue' } })

    expect(sent[0]?.request.path).toBe('/api/v1/namespaces/blue?fieldManager=test')
  })
})
