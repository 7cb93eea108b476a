import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { awsAccountKinds, gcpProjectKinds, hiveKinds } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { cryptoRandom, hasReason, type Logger, realClock } from '@skep/base'
import { createClient, inProcessTransport, installKinds } from '@skep/client'
import { startAccountOperators } from '@skep/operator-accounts'
import {
  DEFAULT_IMAGE_SETS,
  HIVE_BEHAVIOUR_KINDS,
  type HiveEngine,
  type HiveSimulatorOptions,
  startHive,
} from '@skep/operator-hive'
import {
  type Behaviours,
  type ControlApi,
  createBehaviours,
  createSimulationClock,
  createTenantClusters,
  keptTimeIn,
  loadConfigFile,
  type Speed,
  serveControlApi,
} from '@skep/sim'
import { UserError } from './failure.ts'
import type { OperatorName } from './up/operator-names.ts'

/** How a simulation is started. */
export interface SimulationOptions {
  readonly engine: HiveEngine
  /** A YAML file; the built-in behaviour unless given. */
  readonly configFile?: string
  readonly speed?: Speed
  readonly seed?: number
  /** Port of the control API. */
  readonly apiPort: number
  readonly host: string
  /** Keeps overrides and live changes over restarts; nothing is kept unless given. */
  readonly dataDir?: string
  readonly credentials?: HiveSimulatorOptions['credentials']
  /** Operators that are not started, because others do their work; none unless given. */
  readonly disabled?: readonly OperatorName[]
  readonly log: Logger
}

/** Operators on a server, with the API that controls them. */
export interface RunningSimulation {
  readonly control: ControlApi
  stop(): Promise<void>
}

/** Makes a server serve the kinds of Hive and of the account operators. */
export async function serveHiveKinds(server: ApiServer): Promise<void> {
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'skep' })
  const kinds = [...hiveKinds, ...awsAccountKinds, ...gcpProjectKinds]
  const { signal } = new AbortController()
  // Every kind is applied at once, and each listens to it.
  setMaxListeners(0, signal)
  await installKinds(client, kinds, { signal, clock: realClock }).finally(() => client.close())
}

/** Reads what the user said about behaviours. Throws before anything is started when that is wrong. */
export async function readBehaviours(options: SimulationOptions): Promise<BehavioursAndClock> {
  const { configFile, speed, seed, dataDir } = options
  const keptIn = dataDir === undefined ? undefined : join(dataDir, 'simulation')
  const clock = createSimulationClock({
    ...(speed === undefined ? {} : { speed }),
    ...(keptIn === undefined ? {} : { kept: keptTimeIn(keptIn) }),
  })
  const file = configFile === undefined ? {} : await loadConfigFile(configFile)
  const behaviours = explainConfiguration(() =>
    createBehaviours({
      kinds: HIVE_BEHAVIOUR_KINDS,
      clusterImageSets: DEFAULT_IMAGE_SETS,
      clock,
      config: withChoices(file, { speed, seed }),
      ...(keptIn === undefined ? {} : { dataDir: keptIn }),
    }),
  )
  return { behaviours, clock }
}

function explainConfiguration<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (!hasReason(cause, 'Invalid')) throw cause
    throw new UserError(`invalid configuration: ${cause.message}`, { cause })
  }
}

export interface BehavioursAndClock {
  readonly behaviours: Behaviours
  readonly clock: ReturnType<typeof createSimulationClock>
}

/** What the command line says goes before what the file says. */
function withChoices(file: unknown, choices: Readonly<Record<string, unknown>>): unknown {
  const given = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
  // A file that is no map is wrong, which the reader of the configuration says better.
  return typeof file === 'object' && file !== null && !Array.isArray(file) ? { ...file, ...given } : file
}

/** Starts the operators on a server that serves their kinds, then the API that controls them. */
export async function startSimulation(
  server: ApiServer,
  { behaviours, clock }: BehavioursAndClock,
  options: SimulationOptions,
): Promise<RunningSimulation> {
  const { apiPort, host, log } = options
  const operators = await startOperators(server, { behaviours, clock }, options)
  try {
    const control = await serveControlApi(
      { behaviours, clock, log, resources: operators.resources },
      { port: apiPort, host },
    )
    const stop = async () => {
      await operators.stop()
      await control.close()
    }
    return { control, stop }
  } catch (error) {
    await operators.stop()
    throw error
  }
}

interface RunningOperators {
  resources(): Record<string, number>
  stop(): Promise<void>
}

/** Hive, and beside the engine that leaves claims to others, those others. */
async function startOperators(
  server: ApiServer,
  { behaviours, clock }: BehavioursAndClock,
  { engine, credentials, disabled = [], log }: SimulationOptions,
): Promise<RunningOperators> {
  // Its requests hold the clock: at the speed `instant` time does not leap over work under way.
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'hive', clock })
  const tenants = createTenantClusters({ server, clock, log })
  const dependencies = { client, behaviours, tenants, clock, random: cryptoRandom, log }
  const hive = disabled.includes('hive')
    ? undefined
    : await startHive({ ...dependencies, engine, simulator: credentials === undefined ? {} : { credentials } })
  const hasOwnClaims = engine === 'simulator' && hive !== undefined
  const accounts = hasOwnClaims || disabled.includes('accounts') ? undefined : await startAccountOperators(dependencies)
  return {
    resources: () => hive?.resources() ?? {},
    stop: async () => {
      await Promise.all([hive?.stop(), accounts?.stop()])
      client.close()
    },
  }
}
