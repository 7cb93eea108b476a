import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds the program, so that tests run what users run. Costs little when nothing changed. */
export function buildSkep(): void {
  for (const script of ['node_modules/.bin/tsc -b cli', `${process.execPath} scripts/bundle.mjs`]) {
    const { status, stdout, stderr } = spawnSync(script, { cwd: root, shell: true })
    if (status !== 0) throw new Error(`${script} failed\n${stdout}${stderr}`)
  }
}

/** A folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A skep that is running. */
export interface RunningSkep {
  readonly pid: number | undefined
  /** The next line that it prints and that matches; fails when it ends first. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Asks it to stop, and returns its exit code when it has. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const launch = (folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(join(root, 'bin/skep'), args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })

/** Runs skep until it ends. */
export const skep = (folder: string, ...args: string[]): Promise<Outcome> => skepIn({}, folder, ...args)

/** Runs skep until it ends, with variables that come over the environment of the tests. */
export async function skepIn(
  env: Readonly<Record<string, string>>,
  folder: string,
  ...args: string[]
): Promise<Outcome> {
  const child = launch(folder, args, env)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const [code] = await once(child, 'close')
  return { code, stdout: stdout(), stderr: stderr() }
}

/** Starts a skep that goes on until it is stopped, at the latest when the test is over. */
export function startSkep(folder: string, ...args: string[]): RunningSkep {
  const child = launch(folder, args)
  const stderr = collect(child.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => stopChild(child, signal)
  onTestFinished(async () => {
    await stop('SIGKILL')
  })
  return {
    pid: child.pid,
    stop,
    line: async (pattern) => {
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        const match = pattern.exec(next.value)
        if (match) return match
      }
      throw new Error(`skep ended before it printed ${pattern}\n${stderr()}`)
    },
  }
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}
