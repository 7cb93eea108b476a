import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { createLogger, cryptoRandom, type Logger, type LogLevel } from '@skep/base'
import { type Client, createClient, loadKubeconfig } from '@skep/client'
import { ControllerMetrics } from '@skep/controller'
import { createHostedApis, type Speed, serveControlApi } from '@skep/sim'
import { type Closers, createClosers } from '../closers.ts'
import { explainStart, UserError } from '../failure.ts'
import { joinNodes } from '../simulated-nodes.ts'
import { HOSTED_BEHAVIOUR_KINDS } from '../simulation/behaviour-kinds.ts'
import { type BehavioursAndClock, readBehaviours } from '../simulation/behaviours.ts'
import { startHostedOperators } from '../simulation/hosted.ts'
import type { HOSTED_OPERATORS } from '../simulation/operator-names.ts'

/** How operators are run on a cluster that is elsewhere. */
export interface ControllersOptions {
  readonly kubeconfig: string
  readonly context?: string
  readonly enable: readonly (typeof HOSTED_OPERATORS)[number][]
  readonly dataDir: string
  readonly ephemeral: boolean
  readonly host: string
  readonly port: number
  readonly apiPort: number
  readonly ignitionPort: number
  readonly webhookHost?: string
  readonly nodes: number
  /** Whether control planes run as pods; only where there are simulated nodes to run on, unless given. */
  readonly controlPlanePods?: boolean
  readonly config?: string
  readonly speed?: Speed
  readonly seed?: number
  readonly rawFeedback?: boolean
  readonly disableAutoImport?: boolean
  readonly verbose?: boolean
  readonly logLevel: LogLevel
  readonly logFormat: 'text' | 'json'
}

/** Operators, running, and where everything is. */
export interface RunningControllers {
  readonly managementUrl: string
  readonly hostedUrl: string
  readonly controlUrl: string
  readonly ignitionUrl: string | undefined
  stop(): Promise<void>
}

/** Connects to the management cluster, starts what serves hosted control planes, then the operators. */
export async function startControllers(options: ControllersOptions): Promise<RunningControllers> {
  const closers = createClosers()
  try {
    return await assemble(options, closers)
  } catch (error) {
    await closers.close()
    throw error
  }
}

async function assemble(options: ControllersOptions, closers: Closers): Promise<RunningControllers> {
  const { nodes: count, enable, host, apiPort, rawFeedback = false, disableAutoImport = false } = options
  const log = createLogger({ level: options.logLevel, format: options.logFormat })
  const dataDir = options.ephemeral ? undefined : resolve(options.dataDir)
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const simulated = await readBehaviours(behaviourOptions(options, dataDir), HOSTED_BEHAVIOUR_KINDS)
  const { client, url } = await connect(options, simulated)
  closers.add(() => client.close())
  const hosting = await startHosting(options, dataDir, log)
  closers.add(() => hosting.close())
  const metrics = new ControllerMetrics(simulated.metrics)
  const services = { ...simulated, client, url, random: cryptoRandom, log, metrics }
  const apis = createHostedApis({ server: hosting, clock: simulated.clock, log })
  if (count > 0) closers.add((await joinNodes(client, { count, clock: simulated.clock, log })).stop)
  const operators = await startHostedOperators(
    { ...services, apis },
    {
      enabled: new Set(enable),
      rawFeedback,
      autoImport: !disableAutoImport,
      controlPlanePods: options.controlPlanePods ?? count > 0,
      ignition: { host, port: options.ignitionPort },
      admission: options.webhookHost === undefined ? false : { host: options.webhookHost },
    },
  )
  closers.add(operators.stop)
  const control = await serveControlApi(
    { ...simulated, log, resources: operators.resources },
    { port: apiPort, host },
  ).catch((error: unknown) => {
    throw explainStart(error, { host, port: apiPort, portOption: '--api-port' })
  })
  closers.add(() => control.close())
  return {
    managementUrl: url,
    hostedUrl: hosting.url,
    controlUrl: control.url,
    ignitionUrl: operators.ignitionUrl,
    stop: closers.close,
  }
}

const behaviourOptions = ({ config, speed, seed }: ControllersOptions, dataDir: string | undefined) => ({
  ...(config === undefined ? {} : { configFile: config }),
  ...(speed === undefined ? {} : { speed }),
  ...(seed === undefined ? {} : { seed }),
  ...(dataDir === undefined ? {} : { dataDir }),
})

/** A client of the management cluster that has answered once. */
async function connect(
  { kubeconfig: path, context }: ControllersOptions,
  { clock }: BehavioursAndClock,
): Promise<{ client: Client; url: string }> {
  const kubeconfig = await loadKubeconfig({ path, ...(context === undefined ? {} : { context }) })
  const client = createClient({ kubeconfig, userAgent: 'skep-controllers', clock })
  try {
    await client.raw({ method: 'GET', path: '/version' })
    return { client, url: kubeconfig.server }
  } catch (cause) {
    client.close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(`the management cluster at ${kubeconfig.server} does not answer: ${reason}`, { cause })
  }
}

async function startHosting({ host, port }: ControllersOptions, dataDir: string | undefined, log: Logger) {
  const { startApiServer } = await import('@skep/apiserver')
  return startApiServer({ host, port, log, ...(dataDir ? { dataDir } : {}) }).catch((error: unknown) => {
    throw explainStart(error, { host, port, portOption: '--port' })
  })
}
