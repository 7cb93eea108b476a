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
