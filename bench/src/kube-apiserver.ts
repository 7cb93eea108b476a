import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Figures, figuresOf } from './baseline.ts'
import { stopChild } from './child-programs.ts'
import { type LoadOptions, runLoad } from './load.ts'
import { cpuMs, isReady, residentMb, type ServerProcess } from './server-process.ts'
import type { Target } from './target.ts'

const POLL_MS = 10
const START_MS = 60_000
/** As much of what a program wrote as tells why it does not start. */
const LAST_LINES = 5
/** Programs that were compiled before they came need no warm-up, and slower ones no more time for the same precision. */
const SHARE_OF_WRITES = 0.4

/** Puts the load on the kube-apiserver and the etcd of a folder, such as envtest brings. */
export async function measureKubeApiserver(
  folder: string,
  load: LoadOptions,
  say: (step: string) => void,
): Promise<Figures> {
  say(`start kube-apiserver and etcd of ${folder}`)
  const server = await startKubeApiserver(folder)
  try {
    const idleMb = server.residentMb()
    const writes = load.writes * SHARE_OF_WRITES
    const lighter = { ...load, writes, reads: 2 * writes, warmUpRounds: 0, measuredRounds: 1, cleanUp: false }
    const { steady } = await runLoad(server.target, lighter, say)
    return { ...figuresOf(steady), startMs: server.startMs, idleMb, loadedMb: server.residentMb() }
  } finally {
    await server.stop()
  }
}

/** Starts both, with data of their own, and waits until they are ready. */
async function startKubeApiserver(folder: string): Promise<ServerProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'skep-bench-'))
  const [clients, peers, port] = [await freePort(), await freePort(), await freePort()]
  const token = randomBytes(16).toString('hex')
  writeFileSync(join(directory, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 })
  writeFileSync(join(directory, 'accounts.key'), accountKey(), { mode: 0o600 })
  const started = performance.now()
  const children = [
    start(join(folder, 'etcd'), directory, etcdFlags(clients, peers)),
    start(join(folder, 'kube-apiserver'), directory, apiserverFlags(clients, port)),
  ]
  const sum = (of: (pid: number) => number) => () => children.reduce((total, { pid }) => total + of(pid!), 0)
  const stop = async () => {
    for (const child of children.toReversed()) await stopChild(child)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const target = await whenReady(children, directory, port, token)
    const startMs = performance.now() - started
    return { target, startMs, residentMb: sum(residentMb), cpuMs: sum(cpuMs), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const etcdFlags = (clients: number, peers: number): string[] => [
  '--data-dir=etcd',
  `--listen-client-urls=http://127.0.0.1:${clients}`,
  `--advertise-client-urls=http://127.0.0.1:${clients}`,
  `--listen-peer-urls=http://127.0.0.1:${peers}`,
  `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
  `--initial-cluster=default=http://127.0.0.1:${peers}`,
  '--log-level=error',
]

const apiserverFlags = (etcd: number, port: number): string[] => [
  `--etcd-servers=http://127.0.0.1:${etcd}`,
  '--bind-address=127.0.0.1',
  `--secure-port=${port}`,
  '--cert-dir=certificates',
  '--token-auth-file=tokens.csv',
  '--authorization-mode=RBAC',
  '--service-account-issuer=https://kubernetes.default.svc',
  '--service-account-key-file=accounts.key',
  '--service-account-signing-key-file=accounts.key',
  '--service-cluster-ip-range=10.0.0.0/24',
  // Nobody makes service accounts here.
  '--disable-admission-plugins=ServiceAccount',
]

const logOf = (program: string, directory: string): string => join(directory, `${basename(program)}.log`)

/** What it writes goes to a file. That it cannot be started at all shows in that it has no pid. */
function start(program: string, directory: string, flags: string[]): ChildProcess {
  const log = openSync(logOf(program, directory), 'w')
  const child = spawn(program, flags, { cwd: directory, stdio: ['ignore', log, log] }).once('error', () => {})
  closeSync(log)
  return child
}

function accountKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

async function whenReady(
  children: readonly ChildProcess[],
  directory: string,
  port: number,
  token: string,
): Promise<Target> {
  const certificate = join(directory, 'certificates', 'apiserver.crt')
  const deadline = performance.now() + START_MS
  for (;;) {
    const isLate = performance.now() > deadline
    const failed = children.find(({ pid, exitCode }) => pid === undefined || exitCode !== null || isLate)
    if (failed) throw notStarted(failed.spawnfile, directory)
    if (existsSync(certificate)) {
      const ca = readFileSync(certificate, 'utf8')
      const target = { origin: `https://127.0.0.1:${port}`, prefix: '', ca, cert: undefined, key: undefined, token }
      if (await isReady(target)) return target
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function notStarted(program: string, directory: string): Error {
  const lines = readFileSync(logOf(program, directory), 'utf8').trimEnd().split('\n').slice(-LAST_LINES)
  const hint = '--beside names a folder with the programs kube-apiserver and etcd'
  return new Error([`${program} does not start: ${hint}`, ...lines].join('\n'))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
