import type { CatalogVersion } from '../../driver-seam.ts'
import type { ClusterObservation } from '../../records/cluster-record.ts'
import type { UpgradeDecision } from '../upgrades/decide.ts'

/** What came of looking after the upgrades of a cluster. */
export interface UpgradeNote {
  /** The version that the cluster has become. */
  readonly version?: ClusterObservation['version']
  readonly recheckAfterMs?: number
}

/** What is to be noted of a decision. */
export function versionNote(
  offered: readonly CatalogVersion[],
  { reached, recheckAfterMs }: Pick<UpgradeDecision, 'reached' | 'recheckAfterMs'>,
): UpgradeNote {
  const found = reached === undefined ? undefined : offered.find(({ raw_id }) => raw_id === reached)
  return {
    ...(found ? { version: { id: found.id, raw_id: found.raw_id, channel_group: found.channel_group } } : {}),
    ...(recheckAfterMs === undefined ? {} : { recheckAfterMs }),
  }
}

/** All notes in one: the last version, and the first time to look again. */
export function soonest(notes: readonly UpgradeNote[]): UpgradeNote {
  const first = Math.min(...notes.map(({ recheckAfterMs = Number.POSITIVE_INFINITY }) => recheckAfterMs))
  const { version } = notes.findLast((note) => note.version) ?? {}
  return { ...(version ? { version } : {}), ...(Number.isFinite(first) ? { recheckAfterMs: first } : {}) }
}
