import { describe, expect, it } from 'vitest'
import { createScreen } from './screen.ts'

function output(terminal?: { rows: number }) {
  const written: string[] = []
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0
  return { written, out: { write, ...(terminal ? { isTTY: true, ...terminal } : {}) } }
}

describe('a screen', () => {
  it('is drawn over on a terminal', () => {
    const { written, out } = output({ rows: 10 })
    const screen = createScreen(out)

    screen.draw('one\ntwo')
    screen.draw('three')

    expect(written).toEqual(['one\ntwo\n', '\x1b[2A\r\x1b[Jthree\n'])
  })

  it('shows no more than fits, and says so', () => {
    const { written, out } = output({ rows: 3 })

    createScreen(out).draw('one\ntwo\nthree\nfour')

    expect(written).toEqual(['one\n... 3 more lines; without --watch all are shown\n'])
  })

  it('goes on line by line in a pipe', () => {
    const { written, out } = output()
    const screen = createScreen(out)

    screen.draw('one')
    screen.draw('two')

    expect(written).toEqual(['one\n', 'two\n'])
  })
})
