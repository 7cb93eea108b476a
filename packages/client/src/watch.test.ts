import { describe, expect, it } from 'vitest'
import { decodeWatch } from './watch.ts'

const line = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`

async function decode(...chunks: string[]): Promise<string[]> {
  const types: string[] = []
  const bytes = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  for await (const { type } of decodeWatch(async () => bytes())) types.push(type)
  return types
}

describe('decodeWatch', () => {
  it('gives the events', async () => {
    expect(await decode(line('ADDED', {}), line('BOOKMARK', {}))).toEqual(['ADDED', 'BOOKMARK'])
  })

  it('throws what the server says is wrong', async () => {
    const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version: 1 (9)' }

    await expect(decode(line('ADDED', {}), line('ERROR', status))).rejects.toMatchObject({
      reason: 'Expired',
      code: 410,
    })
  })

  it('does not take a line that was cut short for the end', async () => {
    await expect(decode(line('ADDED', {}), '{"type":"ADD')).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  it('gives the same object to all watches that are handed the same bytes', async () => {
    const bytes = Buffer.from(line('ADDED', { metadata: { name: 'shared' } }))
    const chunks = async function* () {
      yield bytes
    }
    const first = await decodeWatch(async () => chunks()).next()
    const second = await decodeWatch(async () => chunks()).next()

    expect(first.value?.object).toEqual({ metadata: { name: 'shared' } })
    expect(second.value?.object).toBe(first.value?.object)
    expect(Object.isFrozen(first.value?.object.metadata)).toBe(true)
  })
})
