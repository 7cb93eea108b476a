import { describe, expect, it } from 'vitest'
import { WatchPacer } from './watch-pacer.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A pacer, and outboxes that note when they were flushed. */
function paced() {
  const happened: string[] = []
  const pacer = new WatchPacer()
  return { happened, schedule: (name: string) => pacer.schedule({ flush: () => void happened.push(name) }) }
}

describe('the pace of watches', () => {
  it('lets answers of the same turn go first', async () => {
    const { happened, schedule } = paced()

    schedule('watch')
    process.nextTick(() => happened.push('answer'))
    await turn()

    expect(happened).toEqual(['answer', 'watch'])
  })

  it('gathers what comes just after a portion', async () => {
    const { happened, schedule } = paced()
    schedule('first')
    await turn()

    schedule('second')
    schedule('third')
    const atOnce = [...happened]
    await expect.poll(() => happened).toEqual(['first', 'second', 'third'])

    expect(atOnce).toEqual(['first'])
  })
})
