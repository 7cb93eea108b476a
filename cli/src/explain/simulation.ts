import {
  type ConfigValue,
  createControlClient,
  type FailureScenario,
  type OverrideEntry,
  type SimulationTime,
} from '@skep/sim'

/** What the simulation behind a cluster says of itself. */
export interface SimulationFacts {
  /** Address of its control API. */
  readonly url: string
  readonly time: SimulationTime
  /** Which Hive it has, if any. */
  readonly engine?: string | undefined
  /** What was decided for single objects. */
  readonly overrides: readonly OverrideEntry[]
  /** What was decided for all objects of a type, or a share of them. */
  readonly scenarios?: readonly TypeScenario[]
}

/** How objects of a type fail. */
export interface TypeScenario {
  /** Such as `hostedcluster`. */
  readonly type: string
  readonly scenario: FailureScenario
}

/** How long it may take to answer before it counts as gone. */
const ANSWER_WITHIN_MS = 2_000

/** Asks a control API; undefined when nobody answers as one: explanations then do without. */
export async function askSimulation(url: string): Promise<SimulationFacts | undefined> {
  const simulation = createControlClient({ url, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  try {
    const [time, overrides, config, { engine }] = await Promise.all([
      simulation.time(),
      simulation.overrides(),
      simulation.config(),
      simulation.status(),
    ])
    return { url, time, engine, overrides, scenarios: scenariosOf(config) }
  } catch {
    return undefined
  }
}

/** The failures of all sections of a configuration. Other fields than sections have none. */
export function scenariosOf(config: ConfigValue): readonly TypeScenario[] {
  return Object.entries(config).flatMap(([section, value]) => {
    const { failureScenarios = [] } = (value ?? {}) as { failureScenarios?: readonly FailureScenario[] }
    return failureScenarios.map((scenario) => ({ type: section.toLowerCase(), scenario }))
  })
}
