import type { Node, Taint } from '@skep/api'
import { formatTime } from '@skep/base'

const PREFIX = 'node.kubernetes.io/'
export const NOT_READY = `${PREFIX}not-ready`
const UNREACHABLE = `${PREFIX}unreachable`

/** Which taint follows from which status of which condition. */
const TAINTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: NOT_READY, Unknown: UNREACHABLE },
  MemoryPressure: { True: `${PREFIX}memory-pressure` },
  DiskPressure: { True: `${PREFIX}disk-pressure` },
  PIDPressure: { True: `${PREFIX}pid-pressure` },
  NetworkUnavailable: { True: `${PREFIX}network-unavailable` },
}
const UNSCHEDULABLE = `${PREFIX}unschedulable`

/** Keys of taints that are kept here; others are whose they are. */
const KEPT = new Set([...Object.values(TAINTS).flatMap((byStatus) => Object.values(byStatus)), UNSCHEDULABLE])
const EVICTING = new Set([NOT_READY, UNREACHABLE])

const isKept = ({ key, effect }: Taint): boolean =>
  (effect === 'NoSchedule' && KEPT.has(key)) || (effect === 'NoExecute' && EVICTING.has(key))

/** The taints that a node should have: its own, and those that follow from its conditions. */
export function wantedTaints({ spec, status }: Node, now: number): Taint[] {
  const present = spec?.taints ?? []
  const keys = (status?.conditions ?? []).flatMap((condition) => TAINTS[condition.type]?.[condition.status] ?? [])
  const wanted: Taint[] = [
    ...[...keys, ...(spec?.unschedulable ? [UNSCHEDULABLE] : [])].map((key) => ({ key, effect: 'NoSchedule' })),
    ...keys.filter((key) => EVICTING.has(key)).map((key) => ({ key, effect: 'NoExecute' })),
  ]
  return [
    ...present.filter((taint) => !isKept(taint) || wanted.some((each) => isSameTaint(each, taint))),
    ...wanted
      .filter((taint) => !present.some((each) => isSameTaint(each, taint)))
      .map((taint) => ({ ...taint, timeAdded: formatTime(now) })),
  ]
}

const isSameTaint = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect
