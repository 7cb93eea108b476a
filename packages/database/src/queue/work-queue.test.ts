import { VirtualClock } from '@skep/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Claim, type Database, openDatabase, runWork, workMigrations, workQueue } from '../index.ts'
import { describeDatabases } from '../testing/index.ts'

const queue = workQueue('clusters')
const keysOf = (claims: readonly Claim[]) => claims.map(({ key }) => key).sort()

describeDatabases('a durable queue', ({ createUrl }) => {
  let url = ''
  let clock: VirtualClock
  let database: Database
  const open = () => openDatabase({ url, migrations: workMigrations, clock })
  beforeEach(async () => {
    url = await createUrl()
    clock = new VirtualClock()
    database = await open()
  })
  afterEach(() => database.close())

  const claim = async (limit = 10, on = database) => (await queue.claim(on, limit, 'me', 30_000)).claims

  it('holds a key once, however often it is added', async () => {
    await queue.add(database, ['a', 'b', 'a'])
    await queue.add(database, 'a')

    expect(keysOf(await claim())).toEqual(['a', 'b'])
    expect(await claim()).toEqual([])
  })

  it('takes part in the transaction of whoever adds', async () => {
    const failing = database.transaction(async (tx) => {
      await queue.add(tx, 'a')
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    expect(await queue.size(database)).toBe(0)
  })

  it('gives a key back that was added while it was worked on', async () => {
    await queue.add(database, 'a')
    const [first] = await claim()
    await queue.add(database, 'a')
    expect(await claim()).toEqual([])

    expect(await queue.done(database, first!)).toBe(true)

    const [second] = await claim()
    expect(second?.key).toBe('a')
    expect(await queue.done(database, second!)).toBe(true)
    expect(await queue.size(database)).toBe(0)
  })

  it('keeps keys for later, and the earlier of two times counts', async () => {
    await queue.add(database, 'a', { runAt: clock.now() + 60_000 })
    await queue.add(database, 'b', { runAt: clock.now() + 60_000 })
    await queue.add(database, 'b', { runAt: clock.now() + 10_000 })

    expect(await queue.claim(database, 10, 'me', 30_000)).toEqual({ claims: [], nextDueAt: clock.now() + 10_000 })
    await clock.advance(10_000)
    expect(keysOf(await claim())).toEqual(['b'])
  })

  it('counts failures until there is a success', async () => {
    await queue.add(database, 'a')
    for (const failures of [0, 1, 2]) {
      const [held] = await claim()
      expect(held?.failures).toBe(failures)
      await queue.retry(database, held!, 5_000)
      expect(await claim()).toEqual([])
      await clock.advance(5_000)
    }
    const [held] = await claim()
    await queue.retry(database, held!, 0, { failed: false })

    expect((await claim())[0]?.failures).toBe(0)
  })

  it('hands the keys of a dead worker to another, and ignores the dead one afterwards', async () => {
    await queue.add(database, ['a', 'b'])
    const [a, b] = (await claim()).toSorted((one, other) => (one.key < other.key ? -1 : 1))
    await clock.advance(20_000)
    await queue.renew(database, [b!], 30_000)
    await clock.advance(10_000)

    const [taken] = await claim()

    expect(taken).toMatchObject({ key: 'a', failures: 1 })
    expect(await queue.done(database, a!)).toBe(false)
    expect(await queue.retry(database, a!, 0)).toBe(false)
    expect(keysOf([...(await queue.renew(database, [a!, b!], 30_000))])).toEqual(['b'])
    expect(await queue.done(database, taken!)).toBe(true)
  })

  it('neither loses nor doubles work that two replicas share', async () => {
    const other = await open()
    const keys = Array.from({ length: 300 }, (_, index) => `k${index}`)
    await queue.add(database, keys)
    const drain = async (on: Database) => {
      const taken: string[] = []
      for (let claims = await claim(7, on); claims.length > 0; claims = await claim(7, on)) {
        taken.push(...keysOf(claims))
        await Promise.all(claims.map((held) => queue.done(on, held)))
      }
      return taken
    }

    const taken = await Promise.all([drain(database), drain(other), drain(database)])

    expect(taken.flat().sort()).toEqual(keys.toSorted())
    await other.close()
  })

  describe('with workers', () => {
    let stop: AbortController
    let running: Promise<void>[]
    beforeEach(() => {
      stop = new AbortController()
      running = []
    })
    afterEach(async () => {
      stop.abort(new Error('the test is over'))
      await Promise.all(running)
    })
    const work = (
      process: (key: string, signal: AbortSignal) => Promise<{ requeueAfterMs?: number }>,
      on = database,
    ) => {
      const errors: string[] = []
      const owner = `worker-${running.length}`
      const onError = (error: unknown) => errors.push(String(error))
      running.push(
        runWork({ database: on, queue, owner, process, onError, clock, signal: stop.signal, concurrency: 4 }),
      )
      return errors
    }

    it('works on what is added, at once and later', async () => {
      const done: string[] = []
      work(async (key) => {
        done.push(key)
        return {}
      })
      await queue.add(database, 'now')
      await queue.add(database, 'later', { runAt: clock.now() + 3_600_000 })

      await clock.advance(1)
      expect(done).toEqual(['now'])
      await clock.advance(3_600_000)
      expect(done).toEqual(['now', 'later'])
      expect(await queue.size(database)).toBe(0)
    })

    it('comes back when asked to, and after failures with growing delays', async () => {
      const times: number[] = []
      const start = clock.now()
      const errors = work(async () => {
        times.push(clock.now() - start)
        if (times.length < 4) throw new Error('not yet')
        return times.length === 4 ? { requeueAfterMs: 60_000 } : {}
      })
      await queue.add(database, 'a')

      await clock.advance(120_000)

      expect(times).toHaveLength(5)
      expect(times[1]! - times[0]!).toBeLessThanOrEqual(1_000)
      expect(times[3]! - times[2]!).toBeGreaterThan(3_000)
      expect(times[4]! - times[3]!).toBe(60_000)
      expect(errors).toEqual(['Error: not yet', 'Error: not yet', 'Error: not yet'])
    })

    it('never has a key in process twice, and runs it again when it was added meanwhile', async () => {
      let [inProcess, most, runs] = [0, 0, 0]
      const process = async () => {
        most = Math.max(most, ++inProcess)
        if (++runs < 5) await queue.add(database, 'a')
        inProcess--
        return {}
      }
      const other = await open()
      work(process)
      work(process, other)
      await queue.add(database, 'a')

      await clock.advance(60_000)

      expect({ most, runs }).toEqual({ most: 1, runs: 5 })
      stop.abort(new Error('done'))
      await Promise.all(running)
      await other.close()
    })

    it('puts back what it holds when it is stopped, for others to go on with', async () => {
      let begin = () => {}
      const started = new Promise<void>((resolve) => (begin = resolve))
      work((_key, signal) => {
        begin()
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      })
      await queue.add(database, 'a')
      await started

      stop.abort(new Error('stopping'))
      await Promise.all(running)

      expect(keysOf(await claim())).toEqual(['a'])
    })
  })
})
