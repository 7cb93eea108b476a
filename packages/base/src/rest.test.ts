import { expect, it } from 'vitest'
import { RestingKeys } from './rest.ts'
import { VirtualClock } from './virtual-clock.ts'

/** Keys of a process that is as busy as a test says. */
function keysOf(process: { isBehind: boolean }) {
  const clock = new VirtualClock()
  const woken: string[] = []
  const wake = (keys: readonly string[]) => void woken.push(...keys)
  return { clock, woken, keys: new RestingKeys(wake, clock, () => process.isBehind) }
}

it('lets a key rest that was worked on a moment ago, until the process has time', async () => {
  const process = { isBehind: true }
  const { clock, keys, woken } = keysOf(process)
  keys.worked('blue')

  expect(keys.takes('blue')).toBe(true)
  await clock.advance(100)
  expect(woken).toEqual([])
  process.isBehind = false
  await clock.advance(10)

  expect(woken).toEqual(['blue'])
  expect(keys.size).toBe(0)
})

it('lets nobody rest for ever', async () => {
  const { clock, keys, woken } = keysOf({ isBehind: true })
  keys.worked('blue')

  expect(keys.takes('blue')).toBe(true)
  await clock.advance(200)

  expect(woken).toEqual(['blue'])
})

it('has no rest for keys that were not worked on lately, nor while there is time', async () => {
  const process = { isBehind: true }
  const { clock, keys } = keysOf(process)
  keys.worked('blue')

  expect(keys.takes('red')).toBe(false)
  process.isBehind = false
  expect(keys.takes('blue')).toBe(false)
  process.isBehind = true
  await clock.advance(1_000)
  expect(keys.takes('blue')).toBe(false)
})
