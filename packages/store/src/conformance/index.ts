import { VirtualClock } from '@skep/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoreOptions } from '../memory-store.ts'
import type { Store } from '../store.ts'
import { describeBuckets } from './buckets.ts'
import { describeCompaction } from './compaction.ts'
import { type Given, put } from './given.ts'
import { describeListing } from './listing.ts'
import { describeWatching } from './watching.ts'
import { describeWriting } from './writing.ts'

export interface ConformanceOptions {
  /** Opens an empty store. */
  open(options: StoreOptions): Promise<Store>
}

/** What every driver of the store promises. Call it from a test file of the driver. */
export function describeStore(name: string, { open }: ConformanceOptions): void {
  describe(name, () => {
    // Filled before each test.
    const given = {} as Given

    beforeEach(async () => {
      const clock = new VirtualClock()
      given.clock = clock
      given.store = await open({ clock })
      given.reopen = async (history) => {
        await given.store.close()
        given.store = await open({ clock, history })
        return given.store
      }
    })
    afterEach(() => given.store.close())

    describeWriting(given)
    describeListing(given)
    describeWatching(given)
    describeCompaction(given)
    describeBuckets(given)

    it('holds virtual time until a write is visible', async () => {
      const history: string[] = []
      given.clock.setTimer(1, () => history.push('timer'))
      void put(given.store, 'a', '1').then(() => history.push('written'))

      await given.clock.advance(1)

      expect(history).toEqual(['written', 'timer'])
    })
  })
}
