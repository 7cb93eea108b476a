import { createControlClient, type OverrideEntry, type SimulationTime } from '@skep/sim'

/** What the simulation behind a cluster says of itself. */
export interface SimulationFacts {
  /** Address of its control API. */
  readonly url: string
  readonly time: SimulationTime
  /** What was decided for single objects. */
  readonly overrides: readonly OverrideEntry[]
}

/** How long it may take to answer before it counts as gone. */
const ANSWER_WITHIN_MS = 2_000

/** Asks a control API; undefined when nobody answers as one: explanations then do without. */
export async function askSimulation(url: string): Promise<SimulationFacts | undefined> {
  const simulation = createControlClient({ url, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  try {
    const [time, overrides] = await Promise.all([simulation.time(), simulation.overrides()])
    return { url, time, overrides }
  } catch {
    return undefined
  }
}
