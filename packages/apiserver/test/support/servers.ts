import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../src/server.ts'

/** A server for one test; without controllers unless it asks for them. */
export async function startServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false, ...options })
  onTestFinished(() => server.close())
  return server
}

/** A folder for one test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skep-apiserver-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
