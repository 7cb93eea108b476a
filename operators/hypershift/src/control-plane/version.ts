import type { HostedControlPlane } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Release } from '../contracts.ts'

type VersionStatus = NonNullable<NonNullable<HostedControlPlane['status']>['controlPlaneVersion']>
type Update = NonNullable<VersionStatus['history']>[number]

const MAX_UPDATES = 100
/** The newest ones, which are always kept. */
const NEWEST = 5

/** What is known when the version of a control plane is looked at. */
export interface VersionInputs {
  readonly before: VersionStatus | undefined
  readonly release: Release
  /** Whether every component is rolled out, with this release. */
  readonly isComplete: boolean
  readonly generation: number
  readonly now: number
}

/** How far the release of a control plane is: another release begins another entry, and closes the one before. */
export function controlPlaneVersion({ before, release, isComplete, generation, now }: VersionInputs): VersionStatus {
  const { version, digestImage: image } = release
  const time = formatTime(now)
  const [latest, ...earlier] = before?.history ?? []
  const isNew = latest?.image !== image || latest.version !== version
  const started: Update = { state: 'Partial', startedTime: time, version, image }
  const history = isNew
    ? [started, ...(latest ? [{ ...latest, completionTime: latest.completionTime ?? time }, ...earlier] : [])]
    : [completed(latest, isComplete, time), ...earlier]
  return { desired: { version, image }, history: prune(history), observedGeneration: generation }
}

const completed = (update: Update, isComplete: boolean, time: string): Update =>
  isComplete && update.state === 'Partial' ? { ...update, state: 'Completed', completionTime: time } : update

/** Keeps the newest, the very first, and the newest that was completed; of the others, unfinished old ones go first. */
export function prune(history: readonly Update[], max = MAX_UPDATES): Update[] {
  const kept = [...history]
  while (kept.length > max) {
    const newestCompleted = kept.findIndex(({ state }) => state === 'Completed')
    const may = (index: number) => index >= NEWEST && index !== newestCompleted && index < kept.length - 1
    const unfinished = kept.findLastIndex(({ state }, index) => may(index) && state === 'Partial')
    const victim = unfinished === -1 ? kept.findLastIndex((_, index) => may(index)) : unfinished
    kept.splice(victim, 1)
  }
  return kept
}
