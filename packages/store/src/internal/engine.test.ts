import { VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { type Journal, type JournalCommit, memoryJournal } from '../journal.ts'
import { type StoreEvent, UnavailableError } from '../store.ts'
import { Engine } from './engine.ts'

/** A journal whose commits end when the test says so. */
class ManualJournal implements Journal {
  readonly commits: (JournalCommit & { succeed(): void; fail(error: Error): void })[] = []
  load = memoryJournal.load
  close = memoryJournal.close

  commit(commit: JournalCommit): Promise<void> {
    return new Promise((resolve, reject) => this.commits.push({ ...commit, succeed: resolve, fail: reject }))
  }
}

/** A clock that knows how many timers wait. */
class CountingClock extends VirtualClock {
  timers = 0

  override setTimer(ms: number, fn: () => void) {
    this.timers++
    return super.setTimer(ms, () => {
      this.timers--
      fn()
    })
  }
}

function start() {
  const journal = new ManualJournal()
  const store = new Engine({ journal, clock: new VirtualClock() })
  const put = (key: string, bucket = 'things') =>
    store.write({ bucket, key, type: 'put', expect: 'any', value: () => Buffer.from(key) })
  return { journal, store, put }
}

const turns = async (count = 3) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('group commit', () => {
  it('has one batch on its way while the next one collects', async () => {
    const { journal, store, put } = start()
    void put('a')
    await turns()
    for (const key of ['b', 'c', 'd']) void put(key)
    await turns()
    expect(journal.commits.map(({ records }) => records.map(({ entry }) => entry.key))).toEqual([['a']])

    journal.commits[0]!.succeed()
    await turns()

    expect(journal.commits.map(({ records }) => records.map(({ entry }) => entry.key))).toEqual([
      ['a'],
      ['b', 'c', 'd'],
    ])
    expect(store.revision).toBe(1)
  })

  it('waits with a conflict until what it conflicts with is durable', async () => {
    const { journal, put, store } = start()
    void put('a')
    let rejected = false
    const conflict = store
      .write({ bucket: 'things', key: 'a', type: 'put', expect: 'absent', value: () => Buffer.from('') })
      .catch(() => {
        rejected = true
      })
    await turns()
    expect(rejected).toBe(false)

    journal.commits[0]!.succeed()
    await conflict

    expect(rejected).toBe(true)
    expect(store.get('things', 'a')?.revision).toBe(1)
  })
})

describe('a failing disk', () => {
  it('rejects the writes under way and all later ones, and leaves reads alone', async () => {
    const { journal, store, put } = start()
    const durable = put('a')
    await turns()
    journal.commits[0]!.succeed()
    await durable

    const failed = put('b')
    await turns()
    const collected = put('c')
    const waiting = store.waitFor(2)
    journal.commits[1]!.fail(new Error('no space left on device'))

    const message = 'a write could not be made durable, open the store again: no space left on device'
    for (const promise of [failed, collected, waiting, put('d'), store.waitFor(9), store.drop('x')]) {
      await expect(promise).rejects.toThrow(message)
      await expect(promise).rejects.toThrow(UnavailableError)
    }
    expect(store.revision).toBe(1)
    expect(store.list('things').entries.map(({ key }) => key)).toEqual(['a'])
    await store.close()
  })
})

describe('a listener that throws', () => {
  it('does not keep others from being told, and is heard of', async () => {
    const { journal, store, put } = start()
    const told: StoreEvent[] = []
    const uncaught: unknown[] = []
    const listeners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.once('uncaughtException', (error) => uncaught.push(error))
    store.watch('things', 0, () => {
      throw new Error('broken watcher')
    })
    store.watch('things', 0, (event) => told.push(event))
    const written = put('a')
    await turns()
    journal.commits[0]!.succeed()
    await written
    await turns()
    for (const listener of listeners) process.on('uncaughtException', listener)

    expect(told).toHaveLength(1)
    expect(uncaught).toEqual([new Error('broken watcher')])
  })
})

describe('history', () => {
  it('keeps the newest 20,000 events, and tells the journal what it may forget', async () => {
    const discarded = new Set<number>()
    const journal: Journal = {
      ...memoryJournal,
      commit: async ({ discard }) => {
        for (const revision of discard?.revisions ?? []) discarded.add(revision)
      },
    }
    const store = new Engine({ journal, clock: new VirtualClock() })
    for (let batch = 0; batch < 25; batch++) {
      await Promise.all(
        Array.from({ length: 1_000 }, (_, i) =>
          store.write({ bucket: 'b', key: `k${i % 10}`, type: 'put', expect: 'any', value: () => Buffer.from('v') }),
        ),
      )
    }

    expect(store.compactedRevision('b')).toBe(5_000)
    expect(discarded.size).toBeGreaterThan(3_000)
    // The oldest event that is known still has its previous version, ten revisions before.
    expect(Math.max(...discarded)).toBeLessThanOrEqual(4_990)
    await store.close()
    expect(discarded.size).toBe(4_990)
  })

  it('costs one timer for all buckets, and none once nothing will grow too old', async () => {
    const clock = new CountingClock()
    const store = new Engine({ journal: memoryJournal, clock })
    expect(clock.timers).toBe(0)
    for (let i = 0; i < 1_000; i++) {
      void store.write({ bucket: `b${i}`, key: 'k', type: 'put', expect: 'any', value: () => Buffer.from('v') })
    }
    await turns()
    expect(clock.timers).toBe(1)

    await clock.advance(400_000)

    expect(clock.timers).toBe(0)
    expect(store.compactedRevision('b999')).toBe(1_000)
  })
})
