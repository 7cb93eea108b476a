import type { ActionEntry, ConfigValue, OverrideEntry, SimulationStatus, SimulationTime } from '@skep/sim'
import { stringify } from 'yaml'
import { columns } from '../columns.ts'

/** How a simulation is, and what is in it. */
export function describeStatus({ healthy, uptime, engine, resources }: SimulationStatus): string {
  const counts = Object.entries(resources).map(([name, count]) => [`  ${name}`, String(count)])
  return columns([
    ['healthy', String(healthy)],
    ['uptime', uptime],
    ...(engine === undefined ? [] : [['engine', engine]]),
    ...counts,
  ])
}

/** A configuration as a file would have it. */
export const describeConfig = (config: ConfigValue): string => stringify(config).trimEnd()

/** What was decided for single objects. */
export function describeOverrides(entries: readonly OverrideEntry[]): string {
  if (entries.length === 0) return 'Nothing was decided for single objects.'
  const rows = entries.map(({ kind, namespace, name, override }) => [
    kind,
    namespace,
    name,
    stateOf(override),
    decision(override),
  ])
  return columns([['TYPE', 'NAMESPACE', 'NAME', 'STATE', 'DECISION'], ...rows])
}

/** The state at which it takes effect. */
function stateOf(override: OverrideEntry['override']): string {
  if ('failure' in override) return override.failure.state ?? 'first'
  return 'every'
}

function decision(override: OverrideEntry['override']): string {
  if ('success' in override) return 'succeeds'
  if ('delaySeconds' in override) return `takes ${override.delaySeconds} s`
  const { condition, reason, message } = override.failure
  return `fails: ${condition}, ${reason}, "${message}"`
}

/** One thing that was done, on a line. */
export function describeAction({ time, action, object, detail }: ActionEntry): string {
  return [time, action, object, detail === undefined ? undefined : JSON.stringify(detail)]
    .filter((part) => part !== undefined)
    .join('  ')
}

/** What time it is, and how fast it passes. */
export function describeTime({ now, speed }: SimulationTime): string {
  return columns([
    ['now', now],
    ['speed', typeof speed === 'number' ? (speed === 0 ? 'paused' : `${speed}x`) : speed],
  ])
}
