import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL of one's own, for tests. */
export interface PostgresServer {
  readonly port: number
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Kills it without ado, or starts it again with the same data on the same port. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/** Where Debian puts the programs: initdb and postgres are not in everybody's PATH. */
const DEBIAN = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs; undefined where they are not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
  const folders = [...versions, ...(process.env['PATH'] ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const asUser = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
    : [program, [...args]]

/** Starts a server with data in a temporary folder, on a free port of this machine. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'skep-postgres-'))
  if (isRoot) giveTo('postgres', folder)
  const data = join(folder, 'data')
  const initialize = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(...asUser(join(programs, 'initdb'), initialize), { stdio: 'pipe', cwd: folder })
  const port = await freePort()
  let server: ChildProcess | undefined
  let count = 0

  const start = async () => {
    // Durability is PostgreSQL's business, and tests are in a hurry.
    const args = ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port), '-c', 'fsync=off']
    server = spawn(...asUser(join(programs, 'postgres'), args), { stdio: 'ignore', cwd: folder })
    await waitForAnswer(port)
  }
  const kill = async () => {
    // At once, with all its connections, as when a machine loses its power.
    server?.kill('SIGQUIT')
    if (server && server.exitCode === null) await once(server, 'exit')
    server = undefined
  }
  await start()
  return {
    port,
    kill,
    start,
    createDatabase: async () => {
      const name = `test_${++count}`
      await query(port, `create database ${name}`)
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    remove: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function giveTo(user: string, folder: string): void {
  const id = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
  chmodSync(folder, 0o700)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  // It listens on a port, so its address is not a path.
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function query(port: number, text: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  // A server that goes away while we connect is reported by `connect` too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function waitForAnswer(port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await query(port, 'select 1')
      return
    } catch (error) {
      if (attempt === 200) throw new Error('PostgreSQL does not answer', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
