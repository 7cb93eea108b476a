/** What is to be seen at a moment. */
export interface Picture {
  /** All of it, for a terminal. */
  readonly lines: readonly string[]
  /** The same piece by piece, for a pipe: what changes under a name is told. */
  readonly news: ReadonlyMap<string, string>
}

/** Shows how things get on. */
export interface Screen {
  show(picture: Picture, elapsedMs: number): void
}

/** A place to write to, and how much fits into it. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

/** A screen for a terminal, or one for a pipe. */
export const openScreen = (terminal: Terminal): Screen =>
  terminal.isTTY ? createPictureScreen(terminal) : createNewsScreen((text) => terminal.write(text))

/** One picture that is drawn over and over. */
export function createPictureScreen(terminal: Terminal): Screen {
  let drawn = 0
  return {
    show: ({ lines }) => {
      // A terminal that nobody has measured is 0 by 0.
      const [columns, rows] = [terminal.columns || 80, terminal.rows || 24]
      // What has left the window at its top cannot be drawn over: the rest of a picture that is too high is left out.
      const visible = lines.slice(0, rows - 1).map((line) => `\x1b[2K${line.slice(0, columns)}\n`)
      // Up to the first line that was drawn before, over all of it, and nothing left of it below.
      terminal.write(`${drawn === 0 ? '' : `\x1b[${drawn}A`}${visible.join('')}\x1b[J`)
      drawn = visible.length
    },
  }
}

/** A line for every change. */
export function createNewsScreen(write: (text: string) => void): Screen {
  const told = new Map<string, string>()
  return {
    show: ({ news }, elapsedMs) => {
      for (const [name, text] of news) {
        if (told.get(name) === text) continue
        told.set(name, text)
        if (text !== '')
          write(`${describeSeconds(elapsedMs).padStart(7)}  ${text.replaceAll('\n', `\n${' '.repeat(9)}`)}\n`)
      }
    },
  }
}

/** A time for people who watch: `1.6 s`. */
export const describeSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
