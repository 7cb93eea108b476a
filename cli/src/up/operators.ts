import { resolve } from 'node:path'
import type { RunningServer } from '../api-server.ts'
import { explainStart } from '../failure.ts'
import { SHIPPED_SIMULATION_CONFIG } from '../shipped-files.ts'
import { readBehaviours, type SimulationOptions, serveHiveKinds, startSimulation } from '../simulation.ts'
import { OPERATOR_NAMES } from './operator-names.ts'
import type { ChosenPort } from './ports.ts'
import type { EverythingOptions } from './start.ts'

/** Something that listens. */
export interface RunningPart {
  readonly url: string
  stop(): Promise<void>
}

/** Starts the operators and the API that controls them; only serves their kinds when all of them are left out. */
export async function startOperators(
  { server, log }: RunningServer,
  { port, portOption }: ChosenPort,
  options: EverythingOptions,
): Promise<RunningPart | undefined> {
  const { engine, config = SHIPPED_SIMULATION_CONFIG, speed, seed, ephemeral, dataDir, host, disable = [] } = options
  await serveHiveKinds(server)
  const disabled = OPERATOR_NAMES.filter((name) => disable.includes(name))
  if (disabled.length === OPERATOR_NAMES.length) return undefined
  const simulation: SimulationOptions = {
    engine,
    configFile: config,
    ...(speed === undefined ? {} : { speed }),
    ...(seed === undefined ? {} : { seed }),
    ...(ephemeral ? {} : { dataDir: resolve(dataDir) }),
    apiPort: port,
    host,
    disabled,
    log,
  }
  const running = await startSimulation(server, await readBehaviours(simulation), simulation).catch(
    (error: unknown) => {
      throw explainStart(error, { host, port, portOption })
    },
  )
  return { url: running.control.url, stop: running.stop }
}
