import { ConfigMap } from '@skep/api'
import { createBackoff, StatusError, VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import type { ListWatchOptions } from './list-watch.ts'
import { listWatch } from './list-watch.ts'
import { at, cut, event, expired, type Script, scriptedClient, told } from './test/scripted-client.ts'
import { testSignal } from './test/servers.ts'

const backoff = createBackoff({ baseMs: 1_000, jitter: 0 })

/** Follows a script in the background. */
function follow(script: Script, options: Partial<ListWatchOptions> = {}) {
  const clock = new VirtualClock()
  const events: string[] = []
  const run = async () => {
    const all = listWatch(script.client, ConfigMap, { clock, backoff, signal: testSignal(), ...options })
    for await (const change of all) events.push(told(change))
  }
  const ended = run().catch((error: unknown) => error)
  return { clock, events, ended }
}

describe('listWatch', () => {
  it('tells what is there, that it was all, and then what changes', async () => {
    const script = scriptedClient([
      { list: [at('a', '1'), at('b', '2')], version: '5' },
      { watch: [event('ADDED', 'c', '6'), event('MODIFIED', 'a', '7'), event('DELETED', 'b', '8')], end: 'hang' },
    ])
    const { clock, events } = follow(script)

    await clock.settle()

    expect(events).toEqual(['added a 1', 'added b 2', 'synced 5', 'added c 6', 'updated a 7', 'deleted b 8'])
    expect(script.asked).toEqual(['list', 'watch 5'])
  })

  it('resumes a watch that broke off after the last event, without a list', async () => {
    const script = scriptedClient([
      { list: [], version: '5' },
      { watch: [event('ADDED', 'a', '6')], end: cut },
      { watch: [event('MODIFIED', 'a', '7')], end: 'hang' },
    ])
    const { clock, events } = follow(script)

    await clock.advance(1_000)

    expect(script.asked).toEqual(['list', 'watch 5', 'watch 6'])
    expect(events).toEqual(['synced 5', 'added a 6', 'updated a 7'])
  })

  it('resumes after the last bookmark', async () => {
    const script = scriptedClient([
      { list: [], version: '5' },
      { watch: [event('BOOKMARK', '', '90')], end: cut },
    ])
    const { clock, events } = follow(script)

    await clock.advance(1_000)

    expect(script.asked).toEqual(['list', 'watch 5', 'watch 90'])
    expect(events).toEqual(['synced 5'])
  })

  it('lists again when its version is gone, and tells only what differs', async () => {
    const script = scriptedClient([
      { list: [at('same', '1'), at('changed', '2'), at('gone', '3'), at('remade', '4')], version: '5' },
      { watch: [], end: expired },
      { list: [at('same', '1'), at('changed', '7'), at('remade', '8', 'another'), at('new', '9')], version: '9' },
    ])
    const { clock, events } = follow(script)

    await clock.settle()

    expect(events.slice(5)).toEqual([
      'deleted gone 3',
      'updated changed 7',
      'deleted remade 4',
      'added remade 8',
      'added new 9',
      'synced 9',
    ])
    expect(script.asked).toEqual(['list', 'watch 5', 'list', 'watch 9'])
  })

  it('lists again when the server has lost its data', async () => {
    const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
    const script = scriptedClient([
      { list: [at('a', '1')], version: '500' },
      {
        watch: [],
        end: new StatusError('Timeout', 'Too large resource version: 500, current: 3', { details: { causes } }),
      },
      { list: [at('b', '2', 'other')], version: '3' },
    ])
    const { clock, events } = follow(script)

    await clock.settle()

    expect(events).toEqual(['added a 1', 'synced 500', 'deleted a 1', 'added b 2', 'synced 3'])
  })

  it('tells once what a server sends twice', async () => {
    const script = scriptedClient([
      { list: [at('a', '1')], version: '5' },
      { watch: [event('ADDED', 'a', '1'), event('MODIFIED', 'a', '6'), event('MODIFIED', 'a', '6')], end: cut },
      { watch: [event('DELETED', 'a', '7'), event('DELETED', 'a', '7')], end: 'hang' },
    ])
    const { clock, events } = follow(script)

    await clock.advance(1_000)

    expect(events).toEqual(['added a 1', 'synced 5', 'updated a 6', 'deleted a 7'])
  })

  it('waits longer with every failure in a row, and starts over after an event', async () => {
    const script = scriptedClient([
      { list: [], version: '5' },
      { watch: [], end: cut },
      { watch: [], end: cut },
      { watch: [event('ADDED', 'a', '6')], end: cut },
    ])
    const { clock } = follow(script)

    await clock.settle()
    expect(script.asked).toHaveLength(2)
    await clock.advance(1_000)
    expect(script.asked).toHaveLength(3)
    await clock.advance(1_999)
    expect(script.asked).toHaveLength(3)
    await clock.advance(1)
    expect(script.asked).toHaveLength(4)
    await clock.advance(1_000)
    expect(script.asked.at(-1)).toBe('watch 6')
  })

  it('waits as long as the server asks it to', async () => {
    const busy = new StatusError('TooManyRequests', 'slow down', { details: { retryAfterSeconds: 30 } })
    const script = scriptedClient([{ list: busy }, { list: [], version: '5' }])
    const { clock } = follow(script)

    await clock.advance(29_999)
    expect(script.asked).toEqual(['list'])
    await clock.advance(1)
    expect(script.asked).toEqual(['list', 'list', 'watch 5'])
  })

  it('does not ask in a tight loop when watches end as soon as they begin', async () => {
    const script = scriptedClient([{ list: [], version: '5' }, { watch: [] }, { watch: [] }, { watch: [] }])
    const { clock } = follow(script)

    await clock.advance(2_999)

    expect(script.asked).toEqual(['list', 'watch 5', 'watch 5'])
  })

  it('gives up a watch that the server never ends', async () => {
    const script = scriptedClient([
      { list: [], version: '5' },
      { watch: [], end: 'hang' },
    ])
    const errors: unknown[] = []
    const { clock } = follow(script, { onError: (error) => errors.push(error) })

    await clock.advance(15 * 60_000)

    expect(errors[0]).toMatchObject({ message: 'the server did not end a watch in time' })
    expect(script.asked.slice(0, 3)).toEqual(['list', 'watch 5', 'watch 5'])
  })

  it('ends with an error when trying again cannot help', async () => {
    const script = scriptedClient([{ list: new StatusError('BadRequest', 'unable to parse requirement') }])
    const { ended } = follow(script)

    expect(await ended).toMatchObject({ reason: 'BadRequest' })
  })

  it('ends without one when its signal aborts', async () => {
    const controller = new AbortController()
    const script = scriptedClient([{ list: [], version: '5' }])
    const { clock, ended } = follow(script, { signal: controller.signal })
    await clock.settle()

    controller.abort()

    expect(await ended).toBeUndefined()
  })
})
