import { expect, it } from 'vitest'
import { SendQueue } from './send-queue.ts'

it('hands out bytes in order, however they are cut', () => {
  const queue = new SendQueue()
  const take = (count: number) => {
    const into = Buffer.alloc(count)
    queue.moveTo(into, 0, count)
    return into.toString()
  }
  for (const text of ['ab', '', 'cde', 'f']) queue.push(Buffer.from(text))

  expect([take(1), take(3), queue.size]).toEqual(['a', 'bcd', 2])

  queue.push(Buffer.from('gh'))
  expect([take(4), queue.size]).toEqual(['efgh', 0])
})
