/** An error whose message is all that the user needs: what failed, and what to do. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

const LONG_MS = 1 << 30

/** Makes a command end the program with one line on standard error when it fails, and with the stack if asked. */
export const reporting =
  <Options extends { readonly verbose?: boolean }>(run: (options: Options) => Promise<void>) =>
  async (options: Options): Promise<void> => {
    // Timers between attempts do not keep a program alive: without this it would end before it could say what failed.
    const busy = setInterval(() => {}, LONG_MS)
    try {
      await run(options)
    } catch (error) {
      reportFailure(error, options.verbose ?? false)
    } finally {
      clearInterval(busy)
    }
  }

function reportFailure(error: unknown, verbose: boolean): never {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`skep: ${message}`)
  if (verbose && error instanceof Error) console.error(error.stack)
  process.exit(1)
}

export interface StartFacts {
  readonly host: string
  readonly port: number
  /** The option that chose the port. */
  readonly portOption: string
}

/** Turns what the system says about a start that failed into what the user can do about it. */
export function explainStart(error: unknown, { host, port, portOption }: StartFacts): unknown {
  if (!(error instanceof Error)) return error
  const because = { cause: error }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UserError(`port ${port} is taken: choose another with ${portOption}`, because)
    case 'EACCES':
      return new UserError(`port ${port} needs privileges: choose one above 1023 with ${portOption}`, because)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(`this machine has no address ${host}: choose another with --host`, because)
  }
  return isDirectoryTaken(error) ? new UserError(`${error.message} with --data-dir`, because) : error
}

/** Whether a start failed because another process has the folder. */
export const isDirectoryTaken = (error: unknown): error is Error =>
  error instanceof Error && (error.message.endsWith('choose another directory') || isDirectoryTaken(error.cause))

/** Whether a start failed because another process listens on the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
