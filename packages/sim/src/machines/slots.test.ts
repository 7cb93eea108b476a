import { describe, expect, it } from 'vitest'
import { Slots } from './slots.ts'

describe('Slots', () => {
  it('lets only so many run at once, in order, and goes on after failures', async () => {
    const slots = new Slots(2)
    const running: (() => void)[] = []
    const began: number[] = []
    const work = (number: number) =>
      slots.run(async () => {
        began.push(number)
        await new Promise<void>((resolve, reject) =>
          running.push(number === 1 ? () => reject(new Error('no')) : resolve),
        )
        return number
      })

    const results = [1, 2, 3, 4].map((number) => work(number).catch((error: Error) => error.message))
    expect(began).toEqual([1, 2])

    running[0]?.()
    expect(await results[0]).toBe('no')
    expect(began).toEqual([1, 2, 3])

    for (const finish of running) finish()
    await results[1]
    running.at(-1)?.()
    expect(await Promise.all(results)).toEqual(['no', 2, 3, 4])
  })
})
