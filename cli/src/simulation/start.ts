import type { ApiServer } from '@skep/apiserver'
import { cryptoRandom, type Logger } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import { ControllerMetrics, removeAbandonedWebhooks } from '@skep/controller'
import { type ControlApi, createHostedApis, serveControlApi } from '@skep/sim'
import { type Closers, createClosers } from '../closers.ts'
import type { BehaviourOptions, BehavioursAndClock } from './behaviours.ts'
import { type HiveChoice, startHiveOperators } from './hive.ts'
import type { HostedChoice, RunningHostedOperators } from './hosted.ts'
import type { OperatorName } from './operator-names.ts'
import type { RunningOperators } from './operators.ts'

/** How a simulation is started. */
export interface SimulationOptions extends BehaviourOptions, Pick<HiveChoice, 'engine' | 'credentials'> {
  /** Port of the control API. */
  readonly apiPort: number
  readonly host: string
  readonly operators: ReadonlySet<OperatorName>
  /** For operators of hosted control planes. */
  readonly hosted?: Omit<HostedChoice, 'enabled'>
  readonly log: Logger
}

/** Operators on a server, with the API that controls them. */
export interface RunningSimulation {
  readonly control: ControlApi
  readonly ignitionUrl: string | undefined
  stop(): Promise<void>
}

/** Starts the operators on a server that serves their kinds, then the API that controls them. */
export async function startSimulation(
  server: ApiServer,
  simulated: BehavioursAndClock,
  options: SimulationOptions,
): Promise<RunningSimulation> {
  const { apiPort: port, host, log, operators } = options
  const engine = operators.has('hive') ? options.engine : undefined
  const closers = createClosers()
  try {
    const { hive, hosted } = await startOperators(server, simulated, options, closers)
    const resources = () => ({ ...hive.resources(), ...hosted?.resources() })
    const control = await serveControlApi({ ...simulated, log, resources, engine }, { port, host })
    closers.add(control.close.bind(control))
    return { control, ignitionUrl: hosted?.ignitionUrl, stop: closers.close }
  } catch (error) {
    await closers.close()
    throw error
  }
}

async function startOperators(
  server: ApiServer,
  { behaviours, clock, metrics: registry }: BehavioursAndClock,
  { engine, credentials, operators, hosted: choice, log }: SimulationOptions,
  closers: Closers,
): Promise<{ hive: RunningOperators; hosted: RunningHostedOperators | undefined }> {
  // Its requests hold the clock: at the speed `instant` time does not leap over work under way.
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'skep', clock })
  closers.add(async () => client.close())
  const abandoned = await removeAbandonedWebhooks(client)
  if (abandoned.length > 0) log.info('Removed webhooks that nobody answers any more', { webhooks: abandoned })
  const metrics = new ControllerMetrics(registry)
  const services = { client, behaviours, clock, random: cryptoRandom, log, metrics }
  const hive = await startHiveOperators(
    { ...services, server },
    {
      engine,
      hive: operators.has('hive'),
      accounts: operators.has('accounts'),
      ...(credentials ? { credentials } : {}),
    },
  )
  closers.add(hive.stop)
  if (!choice) return { hive, hosted: undefined }
  // Loaded here: not everybody who simulates Hive wants hosted control planes.
  const { startHostedOperators } = await import('./hosted.ts')
  const apis = createHostedApis({ server, clock, log })
  const hosted = await startHostedOperators({ ...services, apis, url: server.url }, { ...choice, enabled: operators })
  closers.add(hosted.stop)
  return { hive, hosted }
}
