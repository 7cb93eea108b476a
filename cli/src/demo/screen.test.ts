import { describe, expect, it } from 'vitest'
import { openScreen } from './screen.ts'

/** A terminal, or a pipe, that keeps what is written to it. */
function paper(facts: { isTTY: boolean; columns?: number; rows?: number }) {
  const written: string[] = []
  return { ...facts, written, write: (text: string) => written.push(text) }
}

const picture = (...lines: string[]) => ({ lines, news: new Map(lines.map((line, index) => [`line ${index}`, line])) })

describe('a screen on a terminal', () => {
  it('draws each picture over the one before', () => {
    const terminal = paper({ isTTY: true, columns: 80, rows: 24 })
    const screen = openScreen(terminal)

    screen.show(picture('one', 'two'), 0)
    screen.show(picture('three'), 0)

    expect(terminal.written).toEqual(['\x1b[2Kone\n\x1b[2Ktwo\n\x1b[J', '\x1b[2A\x1b[2Kthree\n\x1b[J'])
  })

  it('leaves out what does not fit, which could not be drawn over', () => {
    const terminal = paper({ isTTY: true, columns: 3, rows: 3 })

    openScreen(terminal).show(picture('one is long', 'two', 'three'), 0)

    expect(terminal.written).toEqual(['\x1b[2Kone\n\x1b[2Ktwo\n\x1b[J'])
  })

  it('has the usual size where the terminal does not know its own', () => {
    const terminal = paper({ isTTY: true, columns: 0, rows: 0 })

    openScreen(terminal).show(picture('one', 'two'), 0)

    expect(terminal.written).toEqual(['\x1b[2Kone\n\x1b[2Ktwo\n\x1b[J'])
  })
})

describe('a screen in a pipe', () => {
  it('tells what is new, and when', () => {
    const pipe = paper({ isTTY: false })
    const screen = openScreen(pipe)

    screen.show(picture('blue', 'installing'), 100)
    screen.show(picture('blue', 'ready'), 1_640)

    expect(pipe.written.join('')).toBe('  0.1 s  blue\n  0.1 s  installing\n  1.6 s  ready\n')
  })

  it('keeps the lines of one piece of news below each other, and says nothing of what is gone', () => {
    const pipe = paper({ isTTY: false })
    const screen = openScreen(pipe)

    screen.show(picture('NAME\nblue'), 100)
    screen.show(picture(''), 200)

    expect(pipe.written.join('')).toBe('  0.1 s  NAME\n         blue\n')
  })
})
