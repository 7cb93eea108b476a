import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ApiServer } from '@skep/apiserver'
import { createLogger, type LogLevel } from '@skep/base'
import { explainPort, UserError } from './failure.ts'

export interface ServerOptions {
  dataDir: string
  ephemeral?: boolean
  host: string
  port: number
  kubeconfig: string
  logLevel: LogLevel
  controllers?: boolean
  token?: string[]
}

/** Starts the API server as options say, and writes its kubeconfig. */
export async function startServer(options: ServerOptions): Promise<ApiServer> {
  // Loaded here, so that `skep --help` does not wait for it.
  const { startApiServer } = await import('@skep/apiserver')
  const log = createLogger({ level: options.logLevel })
  const dataDir = options.ephemeral ? undefined : resolve(options.dataDir)
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const server = await startApiServer({
      log,
      host: options.host,
      port: options.port,
      controllers: options.controllers ?? true,
      tokens: parseTokens(options.token ?? []),
      ...(dataDir ? { dataDir } : {}),
    })
    mkdirSync(dirname(resolve(options.kubeconfig)), { recursive: true })
    await server.writeKubeconfig(resolve(options.kubeconfig))
    return server
  } catch (error) {
    throw explainPort(error, options.port, '--port')
  }
}

/** `TOKEN=USER[:GROUP,GROUP]` */
function parseTokens(specifications: readonly string[]): Record<string, { name: string; groups: string[] }> {
  return Object.fromEntries(
    specifications.map((text) => {
      const match = /^([^=]+)=([^:]+)(?::(.*))?$/.exec(text)
      if (!match) throw new UserError(`--token takes TOKEN=USER or TOKEN=USER:GROUP,GROUP`)
      const [, token = '', name = '', groups = ''] = match
      return [token, { name, groups: groups === '' ? [] : groups.split(',') }]
    }),
  )
}
