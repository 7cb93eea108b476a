/** What of a process has to do with those who read what it prints. */
export interface Printing {
  readonly stdout: Pick<NodeJS.WriteStream, 'on'>
  readonly stderr: Pick<NodeJS.WriteStream, 'on'>
  exit(code: number): void
}

/** Ends a program without a word once nobody reads on, as in `skep explain ... | head`: that is no failure of it. */
export function endWithReaders(program: Printing): void {
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      program.exit(0)
    })
  }
}
