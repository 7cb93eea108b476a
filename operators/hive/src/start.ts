import { type HiveFullOptions, type RunningHive, startHiveFull } from './full/index.ts'
import type { HiveDependencies } from './full/parts.ts'
import { RECORDED_KINDS } from './recording/record.ts'
import { DEFAULT_RELEASE_REGISTRY, seedImageSets } from './simulator/image-sets.ts'
import { type HiveSimulatorOptions, startHiveSimulator } from './simulator/index.ts'

/** Which of the two Hives: one that plays configured states, or one whose controllers work over a simulated cloud. */
export type HiveEngine = 'simulator' | 'full'

/** What either engine needs, and which one to start. */
export interface StartHiveOptions extends HiveDependencies {
  readonly engine: HiveEngine
  /** For the full engine alone. */
  readonly full?: HiveFullOptions
  /** For the simulator alone, but for where release images are said to be. */
  readonly simulator?: HiveSimulatorOptions
}

/** Starts Hive on a management cluster. Clients cannot tell the engines apart by their API. */
export async function startHive({ engine, full, simulator, ...dependencies }: StartHiveOptions): Promise<RunningHive> {
  if (engine === 'simulator') return startHiveSimulator(dependencies, simulator)
  const hive = await startHiveFull(dependencies, full)
  const { clusterImageSets } = dependencies.behaviours.config
  await seedImageSets(dependencies, clusterImageSets, simulator?.releaseRegistry ?? DEFAULT_RELEASE_REGISTRY)
  return hive
}

/** The kinds whose objects can live by a recording: those whose states an engine takes from the behaviours. */
export const replayedKinds = (engine: HiveEngine): readonly string[] =>
  engine === 'simulator' ? RECORDED_KINDS.map(({ kind }) => kind) : []
