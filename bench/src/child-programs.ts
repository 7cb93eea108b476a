import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The program that is measured, as users start it. */
export const SKEP = fileURLToPath(new URL('../../bin/skep', import.meta.url))

/** Starts Skep in a directory. What it complains about is shown. */
export const startSkep = (directory: string, args: readonly string[]): ChildProcess =>
  spawn(SKEP, args, { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] })

/** The first line of a program that matches. What it prints later is read and dropped. */
export async function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const lines = createInterface({ input: child.stdout! })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const match = pattern.exec(line)
      if (match) resolve(match)
    })
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with exit code ${code}`)))
  })
}

/** Asks a program to stop, and waits until it has. */
export async function stopChild(child: ChildProcess): Promise<void> {
  // Without a pid it never began.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
