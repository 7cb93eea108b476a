import { silentLogger, VirtualClock } from '@skep/base'
import { type Database, openDatabase, workMigrations } from '@skep/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clusterQueue } from '../records/queue.ts'
import { News } from './news.ts'

describe('news of clusters', () => {
  let clock: VirtualClock
  let database: Database
  let stop: AbortController
  let news: News
  beforeEach(async () => {
    clock = new VirtualClock()
    database = await openDatabase({ url: 'sqlite::memory:', migrations: workMigrations, clock })
    stop = new AbortController()
    news = new News({ database, queue: clusterQueue, clock, log: silentLogger, signal: stop.signal })
  })
  afterEach(async () => {
    stop.abort()
    await news.settle()
    await database.close()
  })

  /** Takes what there is to look at. */
  const take = async () => {
    const { claims } = await clusterQueue.claim(database, 10, 'me', 30_000)
    for (const claim of claims) await clusterQueue.done(database, claim)
    return claims.map(({ key }) => key).sort()
  }

  it('has those looked at once that are told of several times', async () => {
    news.add(['a', 'b'])
    news.add(['a'])
    await clock.advance(100)

    expect(await take()).toEqual(['a', 'b'])
    await clock.advance(10_000)
    expect(await take()).toEqual([])
  })

  it('has clusters under way looked at before those that were ordered in the last seconds, and not before older ones', async () => {
    await clusterQueue.add(database, 'old order')
    await clock.advance(6_000)
    await clusterQueue.add(database, 'new order')
    await clock.advance(100)
    news.add(['under way'])
    await clock.advance(100)

    const { claims: first } = await clusterQueue.claim(database, 1, 'me', 30_000)
    const { claims: second } = await clusterQueue.claim(database, 1, 'me', 30_000)
    expect([...first, ...second].map(({ key }) => key)).toEqual(['old order', 'under way'])
    expect(await take()).toEqual(['new order'])
  })

  it('has one looked at after two seconds without the news that was expected', async () => {
    news.expect('early')
    await clock.advance(1_000)
    news.expect('late')
    await clock.advance(1_100)

    expect(await take()).toEqual(['early'])
    await clock.advance(1_000)
    expect(await take()).toEqual(['late'])
  })

  it('does not look again once the expected news has come', async () => {
    news.expect('a')
    news.add(['a'])
    await clock.advance(100)

    expect(await take()).toEqual(['a'])
    await clock.advance(10_000)
    expect(await take()).toEqual([])
  })
})
