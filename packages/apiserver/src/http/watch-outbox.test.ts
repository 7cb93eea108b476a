import { describe, expect, it } from 'vitest'
import type { ResponseStream } from './exchange.ts'
import { WatchOutbox } from './watch-outbox.ts'
import { WatchPacer } from './watch-pacer.ts'

function streamOf(prompt: boolean): ResponseStream & { written: string[] } {
  const written: string[] = []
  const nothing = () => {}
  return {
    prompt,
    written,
    backlog: 0,
    write: (bytes) => written.push(bytes.toString()),
    onDrain: nothing,
    end: nothing,
    destroy: nothing,
  }
}

describe('WatchOutbox', () => {
  it('gives a watcher in the same process every line at once, so that virtual time cannot get ahead of it', () => {
    const stream = streamOf(true)
    const outbox = new WatchOutbox(stream, new WatchPacer())

    outbox.add(Buffer.from('one\n'))
    outbox.add(Buffer.from('two\n'))

    expect(stream.written).toEqual(['one\n', 'two\n'])
  })

  it('gathers the lines of a moment for a watcher behind a socket', async () => {
    const stream = streamOf(false)
    const outbox = new WatchOutbox(stream, new WatchPacer())

    outbox.add(Buffer.from('one\n'))
    outbox.add(Buffer.from('two\n'))

    expect(stream.written).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(stream.written).toEqual(['one\ntwo\n'])
  })
})
