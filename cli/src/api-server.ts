import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApiServer } from '@skep/apiserver'
import { createLogger, type Logger } from '@skep/base'
import { explainStart, UserError } from './failure.ts'
import { checkKubeconfigIsOurs, type KubeconfigFile, writeKubeconfig } from './kubeconfig-file.ts'
import { DEFAULT_PORT, type ServerOptions } from './server-options.ts'

/** What only some commands let the user say. */
export interface MoreServerOptions {
  readonly controllers?: boolean
  /** `TOKEN=USER[:GROUP,GROUP]` */
  readonly token?: readonly string[]
  /** The option that a taken port was chosen with; `--port` unless given. */
  readonly portOption?: string
}

/** An API server with what belongs to it. */
export interface RunningServer {
  readonly server: ApiServer
  readonly kubeconfig: KubeconfigFile
  readonly log: Logger
  stop(): Promise<void>
}

/** Starts the API server as options say, and writes its kubeconfig. */
export async function startServer(options: ServerOptions & MoreServerOptions): Promise<RunningServer> {
  const { host, port = DEFAULT_PORT, logLevel, logFormat } = options
  const tokens = parseTokens(options.token ?? [])
  await checkKubeconfigIsOurs(options)
  const dataDir = options.ephemeral ? undefined : resolve(options.dataDir)
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const log = createLogger({ level: logLevel, format: logFormat })
  // Loaded here, so that `skep --help` does not wait for it.
  const { startApiServer } = await import('@skep/apiserver')
  const server = await startApiServer({
    log,
    host,
    port,
    tokens,
    controllers: controllersOf(options),
    ...(options.requestTimeout === undefined ? {} : { requestTimeoutMs: options.requestTimeout }),
    ...(dataDir ? { dataDir } : {}),
  }).catch((error: unknown) => {
    throw explainStart(error, { host, port, portOption: options.portOption ?? '--port' })
  })
  const kubeconfig = await writeKubeconfig(server, options)
  const stop = async () => {
    await server.close()
    await kubeconfig.discard()
  }
  return { server, kubeconfig, log, stop }
}

const controllersOf = ({ controllers = true, disableControllers = [] }: ServerOptions & MoreServerOptions) =>
  controllers && disableControllers.length > 0 ? { disable: disableControllers } : controllers

function parseTokens(specifications: readonly string[]): Record<string, { name: string; groups: string[] }> {
  return Object.fromEntries(
    specifications.map((text) => {
      const match = /^([^=]+)=([^:]+)(?::(.*))?$/.exec(text)
      if (!match) throw new UserError('--token takes TOKEN=USER or TOKEN=USER:GROUP,GROUP')
      const [, token = '', name = '', groups = ''] = match
      return [token, { name, groups: groups === '' ? [] : groups.split(',') }]
    }),
  )
}
