import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { endWithReaders } from './end-with-readers.ts'

function printing() {
  const stdout = new EventEmitter()
  const exit = vi.fn()
  // Streams of a process are emitters; nothing else of them is used.
  endWithReaders({ stdout: stdout as NodeJS.WriteStream, stderr: new EventEmitter() as NodeJS.WriteStream, exit })
  return { stdout, exit }
}

it('a program ends without a word when nobody reads on', () => {
  const { stdout, exit } = printing()

  stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))

  expect(exit).toHaveBeenCalledExactlyOnceWith(0)
})

it('a program fails when what it prints cannot be written', () => {
  const { stdout, exit } = printing()

  expect(() => stdout.emit('error', Object.assign(new Error('no space left'), { code: 'ENOSPC' }))).toThrow(
    'no space left',
  )
  expect(exit).not.toHaveBeenCalled()
})
