import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport } from '@skep/client'
import { createSimulatedNodes } from '@skep/sim'
import { openShell, type Shell } from './shell.ts'

/** A server under test, and the folder that its users work in. */
export interface TestCluster {
  readonly server: ApiServer
  readonly kubeconfig: string
  /** Makes a namespace of its own, so that tests do not see each other. */
  namespace(): Promise<string>
  /** Opens an administrator's shell whose kubectl works in `namespace`; `folders` are searched first for programs. */
  shell(namespace: string, folders?: readonly string[]): Shell
  close(): Promise<void>
}

/** Starts a server in the process, with simulated nodes `node-1`, `node-2`, ... that run pods without delay. */
export async function startTestCluster({ nodes = 0 }: { nodes?: number } = {}): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'skep-e2e-'))
  const server = await startApiServer()
  const kubelets = await startKubelets(server, nodes)
  const kubeconfig = join(folder, 'admin.kubeconfig')
  await server.writeKubeconfig(kubeconfig)
  let count = 0

  return {
    server,
    kubeconfig,
    namespace: async () => {
      const name = `test-${++count}`
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
      const { status } = await server.handle({ method: 'POST', path: '/api/v1/namespaces', body })
      if (status !== 201) throw new Error(`creating namespace ${name}: ${status}`)
      return name
    },
    shell: (namespace, folders = []) => {
      const place = mkdtempSync(join(folder, 'shell-'))
      const context = join(place, 'context.kubeconfig')
      writeFileSync(context, contextIn(namespace))
      return openShell(place, {
        // One home for all, where kubectl keeps what it has discovered; never that of the person who runs the tests.
        HOME: folder,
        TMPDIR: place,
        KUBECONFIG: `${context}:${kubeconfig}`,
        PATH: [...folders, process.env['PATH']].join(':'),
      })
    },
    close: async () => {
      await kubelets.stop()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Pods start, run, complete and stop at once, so that tests wait for the server alone. */
const WITHOUT_DELAY = { startMs: 0, initMs: 0, runMs: 0, stopMs: 0 }

async function startKubelets(server: ApiServer, count: number): Promise<{ stop(): Promise<void> }> {
  if (count === 0) return { stop: async () => undefined }
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'kubelet' })
  const nodes = createSimulatedNodes({ client, count, delays: WITHOUT_DELAY })
  await nodes.start()
  return {
    stop: async () => {
      await nodes.stop()
      client.close()
    },
  }
}

/** A kubeconfig to lay over the administrator's, as users do who work in one namespace. */
const contextIn = (namespace: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    contexts: [{ name: 'test', context: { cluster: 'skep', user: 'skep', namespace } }],
    'current-context': 'test',
  })
