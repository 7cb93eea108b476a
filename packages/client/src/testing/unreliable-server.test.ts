import { createRandom, VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { type Faults, unreliableHandle } from './unreliable-server.ts'

const NONE: Faults = { refused: 0, lost: 0, stalled: 0, stallMs: 0, repeated: 0, cut: 0, expired: 0 }

/** A server that answers each request with these lines, and notes what it was asked. */
function serve(faults: Partial<Faults>, lines: readonly string[] = ['{}']) {
  const clock = new VirtualClock()
  const done: string[] = []
  async function* chunks() {
    for (const line of lines) yield Buffer.from(`${line}\n`)
  }
  const answer = async ({ path }: { method?: string; path: string }) => {
    done.push(path)
    return { status: 200, headers: {}, chunks }
  }
  const handle = unreliableHandle(answer, { clock, random: createRandom(1), faults: { ...NONE, ...faults } })
  return { clock, done, handle }
}

const eventsOf = async (body: AsyncIterable<Buffer>, seen: string[] = []): Promise<string[]> => {
  for await (const chunk of body) seen.push(chunk.toString().trimEnd())
  return seen
}

describe('a server that is made unreliable', () => {
  it('refuses requests without doing them, and only changes by a conflict', async () => {
    const { handle, done } = serve({ refused: 1 })
    const statuses = async (method: string) =>
      new Set(await Promise.all(Array.from({ length: 50 }, async () => (await handle({ method, path: '/x' })).status)))

    expect(await statuses('GET')).toEqual(new Set([500, 429]))
    expect(await statuses('PUT')).toEqual(new Set([500, 429, 409]))
    expect(done).toEqual([])
  })

  it('does some requests that get no answer', async () => {
    const { handle, done } = serve({ lost: 1 })

    const failures = await Promise.allSettled(Array.from({ length: 40 }, () => handle({ method: 'POST', path: '/x' })))

    expect(failures.every(({ status }) => status === 'rejected')).toBe(true)
    expect(done.length).toBeGreaterThan(5)
    expect(done.length).toBeLessThan(35)
  })

  it('lets watches lag behind and repeat themselves, but keeps their order', async () => {
    const { handle, clock } = serve({ stalled: 1, stallMs: 1_000, repeated: 1 }, ['1', '2'])
    const { chunks } = await handle({ path: '/x?watch=true' })
    const seen: string[] = []

    const following = eventsOf(chunks(), seen)
    await clock.settle()
    expect(seen).toEqual([])
    await clock.advance(2_000)
    await following

    expect(seen).toEqual(['1', '1', '2', '2'])
  })

  it('ends watches when nobody expects it', async () => {
    const cut = await serve({ cut: 1 }, ['1', '2']).handle({ path: '/x?watch=1' })
    const seen: string[] = []
    await expect(eventsOf(cut.chunks(), seen)).rejects.toThrow('the connection was cut')
    expect(seen).toEqual(['1'])

    const expired = await serve({ expired: 1 }, ['1', '2']).handle({ path: '/x?watch=1' })
    const events = await eventsOf(expired.chunks())
    expect(events).toHaveLength(2)
    expect(JSON.parse(events[1]!)).toMatchObject({ type: 'ERROR', object: { code: 410 } })
  })
})
