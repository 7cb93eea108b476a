import { join } from 'node:path'
import { hasReason, Metrics } from '@skep/base'
import { DEFAULT_IMAGE_SETS } from '@skep/operator-hive'
import {
  type BehaviourKind,
  type Behaviours,
  createBehaviours,
  createSimulationClock,
  keptTimeIn,
  loadConfigFile,
  readRecording,
  type SimulationClock,
  type Speed,
} from '@skep/sim'
import { UserError } from '../failure.ts'

/** What the user may say about behaviours. */
export interface BehaviourOptions {
  /** A YAML file; the built-in behaviour unless given. */
  readonly configFile?: string
  readonly speed?: Speed
  readonly seed?: number
  /** A recording to replay from the start, as a YAML file; what was replayed before a restart unless given. */
  readonly replay?: string
  /** Kinds whose operators can replay recordings; none unless given. */
  readonly recordedKinds?: readonly string[]
  /** Keeps overrides and live changes over restarts; nothing is kept unless given. */
  readonly dataDir?: string
}

/** How things behave, by which time, and where that is counted. */
export interface BehavioursAndClock {
  readonly behaviours: Behaviours
  readonly clock: SimulationClock
  readonly metrics: Metrics
}

/** Reads what the user said about behaviours of these kinds. Throws before anything is started when that is wrong. */
export async function readBehaviours(
  { configFile, speed, seed, dataDir, replay, recordedKinds = [] }: BehaviourOptions,
  kinds: readonly BehaviourKind[],
): Promise<BehavioursAndClock> {
  const keptIn = dataDir === undefined ? undefined : join(dataDir, 'simulation')
  const clock = createSimulationClock({
    ...(speed === undefined ? {} : { speed }),
    ...(keptIn === undefined ? {} : { kept: keptTimeIn(keptIn) }),
  })
  const recording = replay === undefined ? undefined : await loadRecording(replay, recordedKinds)
  const file = configFile === undefined ? {} : await loadConfigFile(configFile)
  const metrics = new Metrics()
  const behaviours = explainInvalid('invalid configuration', () =>
    createBehaviours({
      kinds,
      clusterImageSets: DEFAULT_IMAGE_SETS,
      clock,
      metrics,
      recordedKinds,
      recording,
      config: withChoices(file, { speed, seed }),
      ...(keptIn === undefined ? {} : { dataDir: keptIn }),
    }),
  )
  return { behaviours, clock, metrics }
}

async function loadRecording(path: string, kinds: readonly string[]): Promise<unknown> {
  if (kinds.length === 0)
    throw new UserError('--replay needs --engine simulator: the full engine lives a life of its own')
  const recording = await loadConfigFile(path, 'recording')
  explainInvalid(`invalid recording ${path}`, () => readRecording(recording, kinds))
  return recording
}

function explainInvalid<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (!hasReason(cause, 'Invalid')) throw cause
    throw new UserError(`${what}: ${cause.message}`, { cause })
  }
}

/** What the command line says goes before what the file says. */
function withChoices(file: unknown, choices: Readonly<Record<string, unknown>>): unknown {
  const given = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
  // A file that is no map is wrong, which the reader of the configuration says better.
  return typeof file === 'object' && file !== null && !Array.isArray(file) ? { ...file, ...given } : file
}
