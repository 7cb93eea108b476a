import { expect, it } from 'vitest'
import { Fifo } from './fifo.ts'

it('gives items back in the order they came, however many there were', () => {
  const fifo = new Fifo<number>()
  const taken: (number | undefined)[] = []

  for (let i = 0; i < 5_000; i++) fifo.push(i)
  for (let i = 0; i < 4_000; i++) taken.push(fifo.shift())
  fifo.push(5_000)

  expect(fifo.size).toBe(1_001)
  while (fifo.size > 0) taken.push(fifo.shift())
  expect(taken).toEqual(Array.from({ length: 5_001 }, (_, i) => i))
  expect(fifo.shift()).toBeUndefined()
})
