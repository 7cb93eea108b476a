/** Somewhere to write: a terminal, or anything else. */
export type ScreenOutput = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'rows'>>

/** Shows one text after the other. */
export interface Screen {
  draw(text: string): void
}

/** On a terminal, in the place of the text before; elsewhere, one after the other. */
export function createScreen(out: ScreenOutput): Screen {
  let drawn = 0
  return {
    draw: (text) => {
      const lines = text.split('\n')
      if (!out.isTTY) return void out.write(`${text}\n`)
      const visible = fit(lines, out.rows || lines.length + 1)
      // Up to the first line that was drawn before, and over all of it.
      out.write(`${drawn === 0 ? '' : `\x1b[${drawn}A\r\x1b[J`}${visible.join('\n')}\n`)
      drawn = visible.length
    },
  }
}

/** What does not fit would scroll away what is drawn over the next time. */
function fit(lines: readonly string[], rows: number): readonly string[] {
  const room = Math.max(rows - 1, 1)
  if (lines.length <= room) return lines
  return [...lines.slice(0, room - 1), `... ${lines.length - room + 1} more lines; without --watch all are shown`]
}
