import { describe, expect, it } from 'vitest'
import { linesOf } from './lines.ts'

async function split(...chunks: string[]): Promise<string[]> {
  const lines: string[] = []
  const bytes = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1')
  }
  for await (const line of linesOf(bytes())) lines.push(line.toString('utf8').trimEnd())
  return lines
}

describe('linesOf', () => {
  it('finds lines however they are cut into chunks', async () => {
    expect(await split('one\ntwo\n')).toEqual(['one', 'two'])
    expect(await split('o', 'n', 'e\nt', 'wo\n')).toEqual(['one', 'two'])
    expect(await split('one', '\n', 'two', '\n')).toEqual(['one', 'two'])
  })

  it('keeps a character whole that two chunks share', async () => {
    expect(await split('caf\xc3', '\xa9\n')).toEqual(['café'])
  })

  it('gives a last line without an end as it is', async () => {
    expect(await split('one\ntw')).toEqual(['one', 'tw'])
  })
})
