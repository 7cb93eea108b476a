import { resolve } from 'node:path'
import type { RunningServer } from '../api-server.ts'
import { explainStart } from '../failure.ts'
import type { BehavioursAndClock } from '../simulation/behaviours.ts'
import { serveHiveKinds } from '../simulation/hive.ts'
import { HOSTED_OPERATORS, OPERATOR_NAMES, type OperatorName } from '../simulation/operator-names.ts'
import { type RunningSimulation, type SimulationOptions, startSimulation } from '../simulation/start.ts'
import type { Ports } from './ports.ts'
import type { EverythingOptions } from './start.ts'

/** Something that listens. */
export interface RunningPart {
  readonly url: string
  stop(): Promise<void>
}

/** The operators that are not left out. */
export const chosenOperators = ({ disable = [] }: Pick<EverythingOptions, 'disable'>): ReadonlySet<OperatorName> =>
  new Set(OPERATOR_NAMES.filter((name) => !disable.includes(name)))

/** Starts the operators and the API that controls them; only serves Hive's kinds when all of them are left out. */
export async function startOperators(
  { server, log }: RunningServer,
  simulated: BehavioursAndClock,
  ports: Ports,
  options: EverythingOptions,
): Promise<RunningSimulation | undefined> {
  await serveHiveKinds(server)
  const operators = chosenOperators(options)
  if (operators.size === 0) return undefined
  const {
    engine,
    host,
    ephemeral,
    dataDir,
    rawFeedback = false,
    disableAutoImport = false,
    controlPlanePods = true,
  } = options
  const simulation: SimulationOptions = {
    engine,
    ...(ephemeral ? {} : { dataDir: resolve(dataDir) }),
    apiPort: ports.control.port,
    host,
    operators,
    ...(HOSTED_OPERATORS.some((name) => operators.has(name))
      ? {
          hosted: {
            rawFeedback,
            autoImport: !disableAutoImport,
            controlPlanePods,
            ignition: { host, port: ports.ignition.port },
          },
        }
      : {}),
    log,
  }
  return startSimulation(server, simulated, simulation).catch((error: unknown) => {
    throw explainStart(error, { host, ...takenPort(error, ports) })
  })
}

/** Which of the ports an error is about. */
function takenPort(error: unknown, { control, ignition }: Ports) {
  const { port } = error as { port?: number }
  return port === ignition.port && port !== 0 ? ignition : control
}
