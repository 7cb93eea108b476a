import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Connection } from './connection.ts'
import { loadTarget, type Target } from './target.ts'

const SKEP = fileURLToPath(new URL('../../bin/skep', import.meta.url))

/** Our server as users start it: its own process, a durable store in a fresh directory, TLS. */
export interface ServerProcess {
  target: Target
  /** From the start of the process to the first `ok` of /readyz. */
  startMs: number
  residentMb(): number
  /** Milliseconds of CPU used so far, by all threads. */
  cpuMs(): number
  stop(): Promise<void>
}

export async function startServerProcess(): Promise<ServerProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'skep-bench-'))
  const kubeconfig = join(directory, 'kubeconfig')
  const started = performance.now()
  const args = ['apiserver', '--data-dir', join(directory, 'data'), '--port', '0', '--kubeconfig', kubeconfig]
  const child = spawn(SKEP, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const target = await whenReady(child, kubeconfig)
  return {
    target,
    startMs: performance.now() - started,
    residentMb: () => residentMb(child.pid!),
    cpuMs: () => cpuMs(child.pid!),
    stop: () => stop(child, directory),
  }
}

async function whenReady(child: ChildProcess, kubeconfig: string): Promise<Target> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server stopped with exit code ${child.exitCode}`)
    if (existsSync(kubeconfig)) {
      const target = loadTarget(kubeconfig)
      if (await isReady(target)) return target
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Whether a server answers, and says that it is ready. */
export async function isReady(target: Target): Promise<boolean> {
  try {
    const connection = await Connection.open(target)
    const { status } = await connection.request('GET', '/readyz')
    connection.close()
    return status === 200
  } catch {
    return false
  }
}

/** Resident memory of a process. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10

/** Milliseconds of CPU that all threads of a process have used so far. */
export function cpuMs(pid: number): number {
  // The name of the process, in parentheses, may contain anything; user and system time are the 12th and 13th after it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  rmSync(directory, { recursive: true, force: true })
}
