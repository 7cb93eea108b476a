import { type HiveFullOptions, type RunningHive, startHiveFull } from './full/index.ts'
import type { HiveDependencies } from './full/parts.ts'
import { type HiveSimulatorOptions, startHiveSimulator } from './simulator/index.ts'

/** Which of the two Hives: one that plays configured states, or one whose controllers work over a simulated cloud. */
export type HiveEngine = 'simulator' | 'full'

/** What either engine needs, and which one to start. */
export interface StartHiveOptions extends HiveDependencies {
  readonly engine: HiveEngine
  /** For the full engine alone. */
  readonly full?: HiveFullOptions
  /** For the simulator alone. */
  readonly simulator?: HiveSimulatorOptions
}

/** Starts Hive on a management cluster. Clients cannot tell the engines apart by their API. */
export function startHive({ engine, full, simulator, ...dependencies }: StartHiveOptions): Promise<RunningHive> {
  return engine === 'full' ? startHiveFull(dependencies, full) : startHiveSimulator(dependencies, simulator)
}
