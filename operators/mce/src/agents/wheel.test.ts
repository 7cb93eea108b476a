import { VirtualClock } from '@skep/base'
import { expect, it } from 'vitest'
import { Wheel } from './wheel.ts'

function startWheel() {
  const clock = new VirtualClock({ start: 0 })
  const due: [number, string[]][] = []
  const wheel = new Wheel(clock, (names) => due.push([clock.now(), [...names]]))
  return { clock, due, wheel }
}

it('calls those together that are due within the same second', async () => {
  const { clock, due, wheel } = startWheel()
  wheel.set('a', 1_500)
  wheel.set('b', 1_900)
  wheel.set('c', 3_000)

  await clock.advance(10_000)

  expect(due).toEqual([
    [2_000, ['a', 'b']],
    [3_000, ['c']],
  ])
})

it('lets a name be put off, brought forward and forgotten', async () => {
  const { clock, due, wheel } = startWheel()
  wheel.set('late', 1_000)
  wheel.set('late', 5_000)
  wheel.set('early', 9_000)
  wheel.set('early', 2_000)
  wheel.set('never', 3_000)
  wheel.delete('never')

  await clock.advance(10_000)

  expect(due).toEqual([
    [2_000, ['early']],
    [5_000, ['late']],
  ])
})

it('calls nobody once it has stopped', async () => {
  const { clock, due, wheel } = startWheel()
  wheel.set('a', 1_000)
  wheel.stop()

  await clock.advance(10_000)

  expect(due).toEqual([])
})
