import type { ClusterVersionStatus, OperatorCondition } from '@skep/api'
import { formatTime } from '@skep/base'

/** What an upgrade depends on. */
export interface UpgradeFacts {
  /** The release that is asked for. */
  readonly wanted: string
  /** How long a cluster takes to go there. */
  readonly durationMs: number
  readonly now: number
}

/** What a cluster says of its version, and when it will have more to say. */
export interface UpgradeProgress {
  readonly status: ClusterVersionStatus
  readonly dueInMs?: number
}

/** Goes on from what a cluster says of its version; the same facts give the same status, however often they are asked. */
export function upgradeProgress(
  current: ClusterVersionStatus | undefined,
  { wanted, durationMs, now }: UpgradeFacts,
): UpgradeProgress {
  const time = formatTime(now)
  const image = `release:${wanted}`
  const history = current?.history ?? []
  const [latest, ...older] = history
  const begun =
    latest?.version === wanted
      ? latest
      : { state: 'Partial', version: wanted, image, startedTime: time, completionTime: null as never, verified: true }
  const past = latest?.version === wanted ? older : history
  const leftMs = Date.parse(begun.startedTime) + durationMs - now
  const isDone = begun.state === 'Completed' || leftMs <= 0
  const update = isDone && begun.state !== 'Completed' ? { ...begun, state: 'Completed', completionTime: time } : begun
  const status: ClusterVersionStatus = {
    observedGeneration: 1,
    availableUpdates: [],
    ...current,
    desired: { version: wanted, image: update.image },
    versionHash: wanted,
    history: [update, ...past],
    conditions: conditionsOf(current?.conditions ?? [], wanted, isDone, time),
  }
  return { status, ...(isDone ? {} : { dueInMs: leftMs }) }
}

/** Available all the time, and progressing until the release is there. */
function conditionsOf(before: readonly OperatorCondition[], wanted: string, isDone: boolean, time: string) {
  const progressing = isDone
    ? { status: 'False', reason: 'AsExpected', message: `Cluster version is ${wanted}` }
    : { status: 'True', reason: 'Updating', message: `Working towards ${wanted}` }
  const wanting = [
    { type: 'Available', status: 'True', reason: 'AsExpected', message: '' },
    { type: 'Progressing', ...progressing },
    { type: 'Failing', status: 'False', reason: 'AsExpected', message: '' },
  ]
  const others = before.filter(({ type }) => !wanting.some((condition) => condition.type === type))
  return [...wanting.map((condition) => stamped(condition, before, time)), ...others]
}

function stamped(
  condition: Omit<OperatorCondition, 'lastTransitionTime'>,
  before: readonly OperatorCondition[],
  time: string,
): OperatorCondition {
  const same = before.find(({ type, status }) => type === condition.type && status === condition.status)
  return { ...condition, lastTransitionTime: same?.lastTransitionTime ?? time }
}
