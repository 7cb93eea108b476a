import { describe, expect, it } from 'vitest'
import { createBackoff } from './backoff.ts'
import { type Clock, realClock } from './clock.ts'
import { VirtualClock } from './virtual-clock.ts'
import { WorkQueue, type WorkQueueRunOptions } from './workqueue.ts'

/** A queue on a virtual clock that starts at zero, with backoffs of 10, 20, 40 ... ms. */
function startQueue(run: Pick<WorkQueueRunOptions<string>, 'process' | 'workers' | 'onError'>) {
  const clock = new VirtualClock({ start: 0 })
  const queue = new WorkQueue({ clock, backoff: createBackoff({ baseMs: 10, maxMs: 1_000, jitter: 0 }) })
  const controller = new AbortController()
  const done = queue.run({ ...run, signal: controller.signal })
  const stop = () => {
    controller.abort()
    return done
  }
  return { clock, queue, stop, done }
}

/** A promise that somebody else resolves. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('WorkQueue', () => {
  it('processes keys in the order they were added, each once', async () => {
    const processed: string[] = []
    const { clock, queue } = startQueue({ process: async (key) => void processed.push(key) })

    for (const key of ['b', 'a', 'b', 'c']) queue.add(key)
    await clock.settle()

    // The first b was taken at once, so the second one is another order.
    expect(processed).toEqual(['b', 'a', 'c', 'b'])
  })

  it('keeps a key that waits for a worker only once', async () => {
    const processed: string[] = []
    const clock = new VirtualClock()
    const queue = new WorkQueue({ clock })
    for (const key of ['a', 'b', 'a', 'b', 'a']) queue.add(key)
    expect(queue.depth).toBe(2)

    void queue.run({ process: async (key) => void processed.push(key), signal: new AbortController().signal })
    await clock.settle()

    expect(processed).toEqual(['a', 'b'])
    expect(queue.depth).toBe(0)
  })

  it('never processes a key twice at the same time, and processes it again when it was added meanwhile', async () => {
    const first = gate()
    const history: string[] = []
    let runs = 0
    const { clock, queue } = startQueue({
      workers: 4,
      process: async (key) => {
        const run = ++runs
        history.push(`${key} ${run} starts`)
        if (run === 1) await first.opened
        history.push(`${key} ${run} ends`)
      },
    })

    queue.add('a')
    queue.add('a')
    queue.add('a')
    expect(history).toEqual(['a 1 starts'])
    first.open()
    await clock.settle()

    expect(history).toEqual(['a 1 starts', 'a 1 ends', 'a 2 starts', 'a 2 ends'])
  })

  it('processes as many keys at the same time as there are workers', async () => {
    const all = gate()
    const started: string[] = []
    const { clock, queue } = startQueue({
      workers: 2,
      process: async (key) => {
        started.push(key)
        await all.opened
      },
    })

    for (const key of ['a', 'b', 'c']) queue.add(key)
    expect(started).toEqual(['a', 'b'])
    expect(queue.depth).toBe(1)

    all.open()
    await clock.settle()
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('adds a key later, the earliest of several times counting', async () => {
    const processed: string[] = []
    const { clock, queue } = startQueue({ process: async (key) => void processed.push(`${key}@${clock.now()}`) })
    queue.addAfter('a', 50)
    queue.addAfter('a', 20)
    queue.addAfter('a', 80)
    queue.addAfter('b', 0)

    await clock.advance(100)

    expect(processed).toEqual(['b@0', 'a@20'])
  })

  it('retries a failing key with growing delays, and starts over after a success', async () => {
    const attempts: number[] = []
    const errors: string[] = []
    const { clock, queue } = startQueue({
      process: async () => {
        attempts.push(clock.now())
        if (attempts.length <= 3 || attempts.length === 5) throw new Error(`failure ${attempts.length}`)
      },
      onError: (error, key) => errors.push(`${key}: ${(error as Error).message}`),
    })

    queue.add('a')
    await clock.advance(100)
    expect(attempts).toEqual([0, 10, 30, 70])
    expect(errors).toEqual(['a: failure 1', 'a: failure 2', 'a: failure 3'])
    expect(queue.failures('a')).toBe(0)

    queue.add('a')
    await clock.advance(100)
    expect(attempts.slice(4)).toEqual([100, 110])
  })

  it('keeps the backoff of a key that asked for it while it was processed', async () => {
    const attempts: number[] = []
    const { clock, queue } = startQueue({
      process: async (key) => {
        attempts.push(clock.now())
        if (attempts.length < 4) queue.addRateLimited(key)
      },
    })

    queue.add('a')
    await clock.advance(1_000)

    expect(attempts).toEqual([0, 10, 30, 70])
  })

  it('holds virtual time while a key is in process', async () => {
    const work = gate()
    const history: string[] = []
    const { clock, queue } = startQueue({
      process: async () => {
        await work.opened
        history.push('processed')
      },
    })
    clock.setTimer(5, () => history.push('timer'))
    queue.add('a')
    const advanced = clock.advance(10)
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(history).toEqual([])

    work.open()
    await advanced

    expect(history).toEqual(['processed', 'timer'])
  })

  it('finishes what is in process when it is stopped, and takes nothing more', async () => {
    const work = gate()
    const processed: string[] = []
    const { clock, queue, stop } = startQueue({
      process: async (key) => {
        await work.opened
        processed.push(key)
      },
    })
    for (const key of ['a', 'b']) queue.add(key)
    queue.addAfter('c', 10)
    let stopped = false
    const stopping = stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)

    work.open()
    await stopping
    queue.add('d')
    await clock.advance(100)

    expect(processed).toEqual(['a'])
  })

  it('refuses to run twice', async () => {
    const { queue } = startQueue({ process: async () => {} })

    const again = queue.run({ process: async () => {}, signal: AbortSignal.abort() })

    await expect(again).rejects.toThrow('this work queue has been run before')
  })

  it('takes keys that come back by themselves for an hour off the time that simulations leap to', async () => {
    const clock = new VirtualClock({ start: 0 })
    const background: number[] = []
    const setTimer: Clock['setTimer'] = (ms, fn) => {
      background.push(clock.now())
      return clock.setTimer(ms, fn)
    }
    const simulated = Object.assign(clock, { background: { ...realClock, setTimer } })
    const queue = new WorkQueue({ clock: simulated })
    const stop = new AbortController()
    const done = queue.run({ signal: stop.signal, process: async (key) => queue.addAfter(key, 600_000) })

    queue.add('a')
    await clock.advance(90 * 60_000)
    expect(background.map((ms) => ms / 60_000)).toEqual([70, 80, 90])
    queue.add('a')
    await clock.advance(60 * 60_000)

    expect(background).toHaveLength(3)
    stop.abort()
    await done
  })
})
