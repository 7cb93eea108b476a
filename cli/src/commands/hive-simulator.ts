import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger, type Logger, type LogLevel } from '@skep/base'
import { HIVE_BEHAVIOUR_KINDS, type HiveEngine, replayedKinds } from '@skep/operator-hive'
import type { Speed } from '@skep/sim'
import { type Command, Option } from 'commander'
import { isPortTaken, reporting, UserError } from '../failure.ts'
import { credentialsOf } from '../hive-simulator/credentials.ts'
import { DEFAULT_DATA_DIR, type Instance, startInstance } from '../hive-simulator/instance.ts'
import { freeKubeconfigPath } from '../hive-simulator/kubeconfig-path.ts'
import { checkKubeconfigIsOurs, noteControlApi } from '../kubeconfig-file.ts'
import { parseCount, parsePort } from '../options.ts'
import { parseSpeed } from '../sim/parse.ts'
import { readBehaviours } from '../simulation/behaviours.ts'
import { serveHiveKinds } from '../simulation/hive.ts'
import { type SimulationOptions, startSimulation } from '../simulation/start.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
Without --data-dir, --port and --kubeconfig, an instance beside another one gets its own of each, and says which.

Examples:
  skep hive-simulator                                          five seconds to a cluster
  skep hive-simulator --config config/hive-simulator-fast.yaml --api-port 8081
  skep hive-simulator --engine full --speed 60x                Hive's own life cycle, a minute in a second
  skep hive-simulator --replay recording.yaml                  as it was recorded by skep sim record
  scripts/generate-provision-shard-config.sh                   then a shard for clusters-service`

interface HiveSimulatorOptions {
  readonly config?: string
  readonly apiPort: number
  readonly port?: number
  readonly dataDir?: string
  readonly ephemeral?: boolean
  readonly newCertificates?: boolean
  readonly kubeconfig?: string
  readonly engine: HiveEngine
  readonly speed?: Speed
  readonly seed?: number
  readonly replay?: string
  readonly host: string
  readonly logLevel: string
  readonly verbose?: boolean
}

/** `skep hive-simulator`: a Kubernetes API with Hive and the account operators, simulated. */
export function addHiveSimulatorCommand(program: Command): void {
  program
    .command('hive-simulator')
    .description('run a simulated Hive with its own Kubernetes API')
    .addOption(new Option('--config <file>', 'how things behave, as YAML').env('HIVE_SIMULATOR_CONFIG'))
    .addOption(
      portOption('--api-port <number>', 'port of the control API').env('HIVE_SIMULATOR_API_PORT').default(8080),
    )
    .addOption(
      portOption(
        '--kube-port, --port <number>',
        'port of the Kubernetes API (default: 6443, and the same ever after)',
      ).env('HIVE_SIMULATOR_KUBE_PORT'),
    )
    .option('--data-dir <dir>', `where objects, keys and certificates are kept (default: ${DEFAULT_DATA_DIR})`)
    .option('--ephemeral', 'keep nothing: memory only')
    .option('--new-certificates', 'make new certificates, so that kubeconfigs of before are refused')
    .option('--kubeconfig-out, --kubeconfig <file>', 'where to write the kubeconfig (default: in the temporary folder)')
    .addOption(new Option('--engine <name>', 'which Hive').choices(['simulator', 'full']).default('simulator'))
    .option('--speed <speed>', 'real, instant, paused, or a factor such as 60x', parseSpeed)
    .option('--seed <number>', 'the same seed lets the same things fail', parseCount)
    .option('--replay <file>', 'let objects live as those of a recording by `skep sim record` did')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--log-level <level>', 'debug, info, warn or error').env('HIVE_SIMULATOR_LOG_LEVEL').default('info'),
    )
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action(reporting(run))
}

const portOption = (flags: string, description: string): Option => new Option(flags, description).argParser(parsePort)

async function run(options: HiveSimulatorOptions): Promise<void> {
  const stopping = stopRequested()
  const log = createLogger({ level: parseLevel(options.logLevel) })
  const { config, dataDir: _, ...rest } = options
  const simulation: SimulationOptions = {
    ...rest,
    ...(config === undefined ? {} : { configFile: config }),
    credentials: credentialsOf(process.env),
    operators: new Set(['hive', 'accounts']),
    recordedKinds: replayedKinds(options.engine),
    log,
  }
  // What is wrong with them is told before anything is started.
  await readBehaviours(simulation, HIVE_BEHAVIOUR_KINDS)
  await checkKubeconfigIsOurs(options)
  const instance = await start(options, log)
  try {
    await serve(instance, options, simulation, stopping)
  } finally {
    await instance.server.close()
  }
}

/** Kinds, kubeconfig, operators, control API: in this order, so that whoever sees one finds what came before. */
async function serve(
  { server, dataDir, number }: Instance,
  options: HiveSimulatorOptions,
  simulation: SimulationOptions,
  stopping: Promise<void>,
): Promise<void> {
  await serveHiveKinds(server)
  const kubeconfig = options.kubeconfig ?? (await freeKubeconfigPath(server.port))
  await server.writeKubeconfig(kubeconfig)
  try {
    const kept = { ...simulation, ...(dataDir === undefined ? {} : { dataDir }) }
    const running = await startSimulation(server, await readBehaviours(kept, HIVE_BEHAVIOUR_KINDS), kept).catch(
      (error: unknown) => {
        throw isPortTaken(error) ? controlPortTaken(options.apiPort, error) : error
      },
    )
    await noteControlApi(kubeconfig, running.control.url)
    if (number > 1) console.log(`INFO: Another simulator runs already; this one keeps its state in ${dataDir}`)
    console.log(`INFO: Hive Simulator started successfully
INFO:   Kubernetes API: Use kubeconfig at ${kubeconfig}
INFO:   Configuration API: http://localhost:${running.control.port}`)
    await stopping
    await running.stop()
  } finally {
    await rm(kubeconfig, { force: true })
  }
}

/** In the words by which people who know the simulator search for it. */
const controlPortTaken = (port: number, cause: unknown): UserError =>
  new UserError(
    `API server failed: listen tcp :${port}: bind: address already in use; choose another with --api-port`,
    { cause },
  )

async function start(options: HiveSimulatorOptions, log: Logger): Promise<Instance> {
  // Loaded here, so that `skep --help` does not wait for it.
  const { startApiServer } = await import('@skep/apiserver')
  const instance = await startInstance(options, (where) => startApiServer({ ...where, name: 'hive-simulator', log }))
  const { dataDir, server } = instance
  if (!options.newCertificates || dataDir === undefined) return instance
  // Only whoever has the folder to itself may take its keys away.
  await server.close()
  await rm(join(dataDir, 'pki'), { recursive: true, force: true })
  return startInstance({ ...options, dataDir, port: server.port }, (where) =>
    startApiServer({ ...where, name: 'hive-simulator', log }),
  )
}

const LEVELS: Readonly<Record<string, LogLevel>> = { debug: 'debug', info: 'info', warn: 'error', error: 'error' }

function parseLevel(text: string): LogLevel {
  const level = LEVELS[text]
  if (level === undefined)
    throw new UserError(`invalid log level: ${text}; it is one of ${Object.keys(LEVELS).join(', ')}`)
  return level
}
