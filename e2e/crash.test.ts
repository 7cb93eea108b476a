import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigMap } from '@skep/api'
import { createRandom } from '@skep/base'
import { type Client, createClient, loadKubeconfig, NO_RETRY } from '@skep/client'
import { afterAll, describe, expect, it } from 'vitest'

const SKEP = fileURLToPath(new URL('../bin/skep', import.meta.url))
const ROUNDS = 50
const WRITERS = 32

const folder = mkdtempSync(join(tmpdir(), 'skep-crash-'))
const kubeconfig = join(folder, 'kubeconfig')
const random = createRandom('crash')
let child: ChildProcess | undefined

afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Starts the server on the same folder and port as before, and waits for the line that says it is ready. */
async function start(port: number): Promise<Client> {
  const args = ['apiserver', '--data-dir', join(folder, 'data'), '--port', String(port), '--kubeconfig', kubeconfig]
  child = spawn(SKEP, [...args, '--no-controllers'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child?.stdout?.once('data', () => resolve())
    child?.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
  return createClient({ kubeconfig: await loadKubeconfig({ path: kubeconfig }), retry: NO_RETRY })
}

/** Kills without warning. */
function kill(): Promise<void> {
  const ended = new Promise<void>((resolve) => child?.once('exit', () => resolve()))
  child?.kill('SIGKILL')
  return ended
}

/** Writes as fast as the server takes it, until it is gone; notes what was acknowledged, with its version. */
async function write(client: Client, round: number, acknowledged: Map<string, number>): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; ; count++) {
        const name = `r${round}-w${writer}-${count}`
        try {
          const { metadata } = await client.create(ConfigMap, { metadata: { namespace: 'default', name } })
          acknowledged.set(name, Number(metadata.resourceVersion))
        } catch {
          return
        }
      }
    }),
  )
}

/** Follows the log from `beginning`, or from where it stopped, until the connection breaks. */
async function follow(client: Client, beginning: string, seen: { name: string; version: number }[]): Promise<void> {
  const resourceVersion = String(seen.at(-1)?.version ?? beginning)
  try {
    for await (const event of client.watch(ConfigMap, { namespace: 'default', resourceVersion })) {
      if (event.type !== 'ADDED') continue
      const { name = '', resourceVersion: version } = event.object.metadata
      if (name.startsWith('r')) seen.push({ name, version: Number(version) })
    }
  } catch {
    // The server is gone; the next round goes on from what was seen.
  }
}

describe('a server that is killed under load', () => {
  it(`keeps every write that it acknowledged, ${ROUNDS} times over, and watchers go on without a gap`, async () => {
    const port = await freePort()
    const acknowledged = new Map<string, number>()
    const seen: { name: string; version: number }[] = []
    let beginning = ''
    for (let round = 0; round < ROUNDS; round++) {
      const client = await start(port)
      // From 0, a watch would begin with the state in the order of names, which is not that of the log.
      beginning ||= (await client.list(ConfigMap, { namespace: 'default' })).resourceVersion
      const work = Promise.all([write(client, round, acknowledged), follow(client, beginning, seen)])
      await new Promise((resolve) => setTimeout(resolve, 20 + random.int(130)))
      await kill()
      await work
      client.close()
    }

    const client = await start(port)
    const { items } = await client.list(ConfigMap, { namespace: 'default' })
    const stored = new Map(items.map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]))
    const lost = [...acknowledged].filter(([name, version]) => stored.get(name) !== version)
    expect(lost).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)

    const following = follow(client, beginning, seen)
    const expected = items.filter(({ metadata }) => metadata.name.startsWith('r')).length
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(expected)
    await kill()
    await following
    client.close()
    expect(new Set(seen.map(({ name }) => name)).size).toBe(expected)
    expect(seen.every(({ version }, index) => index === 0 || version > seen[index - 1]!.version)).toBe(true)
    expect(seen.every(({ name, version }) => stored.get(name) === version)).toBe(true)
  }, 300_000)
})
