import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** What a command line came to. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** A program that keeps running while a test reads what it prints. */
export interface Running {
  /** The next line it prints that matches; fails when it ends first. */
  line(pattern: RegExp): Promise<string>
  /** Comes back when it has ended by itself; fails when its exit code is not 0. */
  end(): Promise<void>
  stop(): Promise<void>
}

/** A user's shell: a folder of its own, and command lines run as they would be typed. */
export interface Shell {
  /** Runs a command line and returns what it prints; fails with all it said when its exit code is not 0. */
  (line: string): Promise<string>
  /** Runs a command line that must fail and returns what it said on standard error. */
  failing(line: string): Promise<string>
  /** Runs a command line, however it ends. */
  outcome(line: string): Promise<Outcome>
  /** Starts a command line that goes on until it is stopped. */
  start(line: string): Running
  /** Writes a file into the shell's folder. */
  file(name: string, content: string | object): void
}

/** Nothing that a test runs takes longer; what does is ended, so that nothing is left behind. */
const TIME_LIMIT_MS = 17_000

/** Opens a shell in a folder; `env` comes over the environment of the tests. */
export function openShell(
  folder: string,
  env: Record<string, string>,
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): Shell {
  const launch = (line: string) => {
    const child = spawn('bash', ['-c', line], { cwd: folder, env: { ...process.env, ...env }, detached: true })
    const impatience = setTimeout(() => kill(child), timeLimitMs)
    child.once('close', () => clearTimeout(impatience))
    return child
  }
  const outcome = async (line: string): Promise<Outcome> => {
    const child = launch(line)
    child.stdin.end()
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
    const [code] = await once(child, 'close')
    return { code: code ?? 1, stdout: stdout(), stderr: stderr() }
  }
  const run = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await outcome(line)
    if (code !== 0) throw new Error(`${line}\nexit code ${code}\n${stdout}${stderr}`)
    return stdout
  }
  const failing = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await outcome(line)
    if (code === 0) throw new Error(`${line}\nshould have failed, but printed\n${stdout}${stderr}`)
    return stderr
  }
  const file = (name: string, content: string | object): void => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return Object.assign(run, { failing, outcome, file, start: (line: string) => follow(launch(line)) })
}

/** Ends a whole process group: the shell and what it started. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM')
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString().replace(/\n$/, '')
}

function follow(child: ChildProcess): Running {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const closed = once(child, 'close')
  return {
    line: async (pattern) => {
      for (;;) {
        const { done, value } = await lines.next()
        if (done) throw new Error(`ended without a line that matches ${pattern}`)
        if (pattern.test(value)) return value
      }
    },
    end: async () => {
      const [code] = await closed
      if (code !== 0) throw new Error(`ended with exit code ${code}`)
    },
    stop: async () => {
      kill(child)
      await closed
    },
  }
}
