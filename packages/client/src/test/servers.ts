import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, type ApiServerOptions, startApiServer } from '@skep/apiserver'
import { onTestFinished } from 'vitest'
import type { Client } from '../client.ts'
import { type ClientOptions, createClient } from '../create-client.ts'
import { loadKubeconfig } from '../kubeconfig/load.ts'
import { inProcessTransport } from '../transport/in-process.ts'

type More = Partial<Omit<ClientOptions, 'transport' | 'kubeconfig'>>

/** A server for one test. */
export async function startServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer(options)
  onTestFinished(() => server.close())
  return server
}

/** A client that talks to the server without a socket. */
export function clientInProcess(server: ApiServer, options: More = {}): Client {
  const client = createClient({ transport: inProcessTransport(server), ...options })
  onTestFinished(() => client.close())
  return client
}

/** A client that talks to the server over TLS, as an administrator. */
export async function clientOverNetwork(server: ApiServer, options: More = {}): Promise<Client> {
  const client = createClient({ kubeconfig: await loadKubeconfig({ text: await server.kubeconfig() }), ...options })
  onTestFinished(() => client.close())
  return client
}

/** A folder for one test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skep-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A signal that aborts when the test is over. */
export function testSignal(): AbortSignal {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  return controller.signal
}
