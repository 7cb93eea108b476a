/** An error whose message is all that the user needs: what failed, and what to do. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Ends the program with one line on standard error; with SKEP_DEBUG=1 the stack follows. */
export function reportFailure(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`skep: ${message}`)
  if (process.env['SKEP_DEBUG'] && error instanceof Error) console.error(error.stack)
  process.exit(1)
}

/** Turns what the system says about a port into what the user can do about it. */
export function explainPort(error: unknown, port: number, flag: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EADDRINUSE') return new UserError(`port ${port} is taken: choose another with ${flag}`)
  if (code === 'EACCES') return new UserError(`port ${port} needs privileges: choose one above 1023 with ${flag}`)
  return error
}
