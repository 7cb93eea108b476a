import { StatusError } from '@skep/base'
import { describe, expect, it } from 'vitest'
import type { ResponseStream } from './exchange.ts'
import { WatchOutbox } from './watch-outbox.ts'
import { WatchPacer } from './watch-pacer.ts'

/** A client that takes nothing until it is told to. */
class SlowClient implements ResponseStream {
  readonly received: string[] = []
  backlog = 0
  state: 'open' | 'ended' | 'cut off' = 'open'
  #drainListeners: (() => void)[] = []

  write(bytes: Buffer): void {
    this.received.push(bytes.toString())
    this.backlog += bytes.length
  }

  onDrain(listener: () => void): void {
    this.#drainListeners.push(listener)
  }

  end(): void {
    this.state = 'ended'
  }

  destroy(): void {
    this.state = 'cut off'
  }

  drain(): void {
    this.backlog = 0
    for (const listener of this.#drainListeners.splice(0)) listener()
  }
}

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x')
const turn = () => new Promise((resolve) => setImmediate(resolve))
const line = (text: string) => Buffer.from(`${text}\n`)

describe('the lines of a watch', () => {
  it('leave together when they come together', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())

    outbox.add(line('one'))
    outbox.add(line('two'))
    await turn()

    expect(client.received).toEqual(['one\ntwo\n'])
  })

  it('stay in order, even when one of them takes its time', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())
    let finish: (value: Buffer) => void = () => {}

    outbox.add(new Promise<Buffer>((resolve) => (finish = resolve)))
    outbox.add(line('second'))
    await turn()
    expect(client.received).toEqual([])

    finish(line('first'))
    await turn()
    expect(client.received.join('')).toBe('first\nsecond\n')
  })

  it('follow the initial state, which waits for the client', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())

    outbox.start([() => MEGABYTE, () => MEGABYTE, () => MEGABYTE])
    outbox.add(line('new'))
    await turn()
    expect(client.received).toHaveLength(2)

    client.drain()
    await turn()
    expect(client.received).toHaveLength(4)
    expect(client.received.at(-1)).toBe('new\n')
  })

  it('are shared by watchers of the same changes', async () => {
    const pacer = new WatchPacer()
    const [one, two] = [new SlowClient(), new SlowClient()]
    const written: Buffer[] = []
    for (const client of [one, two]) client.write = (bytes) => void written.push(bytes)
    const outboxes = [new WatchOutbox(one, pacer), new WatchOutbox(two, pacer)]
    const lines = [line('a'), line('b')]

    for (const outbox of outboxes) for (const each of lines) outbox.add(each)
    await turn()

    expect(written).toHaveLength(2)
    expect(written[0]).toBe(written[1])
  })

  it('end with a client that is too far behind', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())

    for (let sent = 0; sent < 20; sent++) outbox.add(MEGABYTE)

    expect(client.state).toBe('cut off')
  })

  it('are all sent before the watch ends in order', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())

    outbox.add(line('last'))
    await outbox.finish()

    expect(client.received).toEqual(['last\n'])
    expect(client.state).toBe('ended')
  })

  it('stay in order when the watch ends while one of them takes its time', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())
    let finish: (value: Buffer) => void = () => {}

    outbox.add(new Promise<Buffer>((resolve) => (finish = resolve)))
    await turn()
    outbox.add(line('second'))
    const ended = outbox.finish()
    finish(line('first'))
    await ended

    expect(client.received.join('')).toBe('first\nsecond\n')
    expect(client.state).toBe('ended')
  })

  it('end with an error when one of them cannot be made', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())

    outbox.add(Promise.reject(new StatusError('InternalError', 'conversion webhook failed')))
    await turn()
    await turn()

    expect(JSON.parse(client.received.join(''))).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 500, message: 'conversion webhook failed' },
    })
    expect(client.state).toBe('ended')
  })

  it('are forgotten when one fails for a client that is gone', async () => {
    const client = new SlowClient()
    const outbox = new WatchOutbox(client, new WatchPacer())

    outbox.add(Promise.reject(new Error('nobody is left to hear this')))
    outbox.close()
    await turn()

    expect(client.received).toEqual([])
  })
})
