import type { RecordedObject, Recording } from '@skep/sim'
import { columns } from '../columns.ts'

/** A line for each object that was recorded: how it ended, and how long that took. */
export function describeRecording({ objects }: Recording): string {
  const rows = objects.map((object) => [
    object.kind,
    object.namespace,
    object.name,
    object.platform ?? '',
    object.outcome,
    `${secondsOf(object)}s`,
    reasonOf(object),
  ])
  return columns([['TYPE', 'NAMESPACE', 'NAME', 'PLATFORM', 'OUTCOME', 'AFTER', 'REASON'], ...rows])
}

const secondsOf = ({ steps, failure }: RecordedObject): number =>
  Math.round((failure?.atSeconds ?? steps.at(-1)?.atSeconds ?? 0) * 10) / 10

const reasonOf = ({ failure }: RecordedObject): string => (failure ? failure.reason || failure.condition : '')
