import { expect, it } from 'vitest'
import { createClosers } from './closers.ts'

it('stops everything in reverse order, whatever fails at that', async () => {
  const stopped: string[] = []
  const closers = createClosers()
  closers.add(() => void stopped.push('server'))
  closers.add(async () => {
    throw new Error('the operators hang')
  })
  closers.add(async () => void stopped.push('control API'))

  await expect(closers.close()).rejects.toThrow('the operators hang')

  expect(stopped).toEqual(['control API', 'server'])
})
