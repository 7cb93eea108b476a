import { describe, expect, it } from 'vitest'
import { FlushQueue } from './flush-queue.ts'

/** A disk whose flushes end when the test says so. */
function slowDisk() {
  const underWay: { resolve(): void; reject(error: Error): void }[] = []
  const queue = new FlushQueue(() => new Promise((resolve, reject) => underWay.push({ resolve, reject })))
  return { queue, underWay }
}

const settled = async (promise: Promise<void>): Promise<string> =>
  Promise.race([
    promise.then(
      () => 'on disk',
      (error: Error) => error.message,
    ),
    new Promise<string>((resolve) => setImmediate(() => resolve('waiting'))),
  ])

describe('a queue for flushes', () => {
  it('does not count a flush that began before somebody came', async () => {
    const { queue, underWay } = slowDisk()
    const first = queue.flushed()
    const second = queue.flushed()
    underWay[0]!.resolve()

    expect(await settled(first)).toBe('on disk')
    expect(await settled(second)).toBe('waiting')
    underWay[1]!.resolve()
    expect(await settled(second)).toBe('on disk')
    expect(queue.isBusy).toBe(false)
  })

  it('flushes once for all who came during the last', async () => {
    const { queue, underWay } = slowDisk()
    const all = [queue.flushed(), queue.flushed(), queue.flushed(), queue.flushed()]
    underWay[0]!.resolve()
    await settled(all[0]!)
    underWay[1]!.resolve()

    expect(await Promise.all(all.map(settled))).toEqual(['on disk', 'on disk', 'on disk', 'on disk'])
    expect(underWay.length).toBe(2)
  })

  it('tells those of a failure whose flush it was, and tries again for the others', async () => {
    const { queue, underWay } = slowDisk()
    const first = queue.flushed()
    const second = queue.flushed()
    underWay[0]!.reject(new Error('no space left'))

    expect(await settled(first)).toBe('no space left')
    underWay[1]!.resolve()
    expect(await settled(second)).toBe('on disk')
  })
})
