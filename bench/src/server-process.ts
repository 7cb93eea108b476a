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
  stop(): Promise<void>
}

export async function startServerProcess(): Promise<ServerProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'skep-bench-'))
  const kubeconfig = join(directory, 'kubeconfig')
  const started = performance.now()
  const args = ['apiserver', '--data-dir', join(directory, 'data'), '--port', '0', '--kubeconfig', kubeconfig]
  const child = spawn(process.execPath, [SKEP, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const target = await whenReady(child, kubeconfig)
  return {
    target,
    startMs: performance.now() - started,
    residentMb: () => residentMb(child.pid!),
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

async function isReady(target: Target): Promise<boolean> {
  try {
    const connection = await Connection.open(target)
    const { status } = await connection.request('GET', '/readyz')
    connection.close()
    return status === 200
  } catch {
    return false
  }
}

function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  rmSync(directory, { recursive: true, force: true })
}
