import type { ClusterVersionStatus } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Failure } from '@skep/sim'
import type { Release } from '../../contracts.ts'
import { KNOWN_CAPABILITIES } from '../config/capabilities.ts'
import { versionConditions } from './version-conditions.ts'

/** What the status of a version follows from. */
export interface VersionFacts {
  readonly release: Release
  readonly channel: string | undefined
  readonly capabilities: readonly string[]
  /** Of the spec. */
  readonly generation: number
  /** How long everything of the release takes to be applied once. */
  readonly durationMs: number
  /** Why that never comes to its end. */
  readonly failure: Failure | undefined
  /** Whether there are nodes that can run what needs some. */
  readonly hasNodes: boolean
  readonly now: number
}

/** What the version operator says, and when it may have more to say. */
export interface VersionProgress {
  readonly status: ClusterVersionStatus
  /** Whether the release has just become complete. */
  readonly completed: boolean
  /** Undefined when only an event can change anything. */
  readonly nextMs?: number
}

type History = NonNullable<ClusterVersionStatus['history']>

/** Where a field is always there and may be null, which types do not tell. */
const NONE = null as never

/** Past updates that are kept. */
const MAX_HISTORY = 100

/** Goes on from what the status says. The same facts give the same status, whoever asks and however often. */
export function progressOf(current: ClusterVersionStatus | undefined, facts: VersionFacts): VersionProgress {
  const { release, now, durationMs, failure, hasNodes } = facts
  const begun = beginUpdate(current?.history ?? [], release, now)
  const [newest, ...older] = begun
  const remainingMs = Date.parse(newest!.startedTime) + durationMs - now
  const applied = newest!.state === 'Completed' || (failure === undefined && remainingMs <= 0)
  const completed = applied && hasNodes && newest!.state !== 'Completed'
  const history = completed ? [completeUpdate(newest!, now), ...older] : begun
  const status: ClusterVersionStatus = {
    ...current,
    desired: desiredOf(release),
    history,
    observedGeneration: facts.generation,
    versionHash: release.version,
    availableUpdates: current?.availableUpdates ?? NONE,
    capabilities: { enabledCapabilities: [...facts.capabilities], knownCapabilities: [...KNOWN_CAPABILITIES] },
    conditions: versionConditions(current?.conditions ?? [], { ...facts, applied, history }),
  }
  return { status, completed, ...(applied || failure ? {} : { nextMs: remainingMs }) }
}

/** The history with the release in front: one that is new there has just begun, and ends what was under way. */
function beginUpdate(history: History, { version, digestImage }: Release, now: number): History {
  const [newest, ...older] = history
  if (newest?.image === digestImage) return history
  const time = formatTime(now)
  const former = newest ? [{ ...newest, completionTime: newest.completionTime ?? time }, ...older] : []
  const begun = {
    state: 'Partial',
    version,
    image: digestImage,
    startedTime: time,
    completionTime: NONE,
    verified: former.length > 0,
  }
  return [begun, ...former].slice(0, MAX_HISTORY)
}

const completeUpdate = (update: History[number], now: number): History[number] => ({
  ...update,
  state: 'Completed',
  completionTime: formatTime(now),
})

const desiredOf = ({ version, digestImage, channels, payloadArch }: Release): ClusterVersionStatus['desired'] => ({
  version,
  image: digestImage,
  ...(channels.length > 0 ? { channels: [...channels] } : {}),
  ...(payloadArch === 'Multi' ? { architecture: 'Multi' as const } : {}),
})
