import type { ContainerState, ContainerStateTerminated } from '@skep/api'
import { formatTime } from '@skep/base'

/** Not running, because of its turn or because it keeps failing. */
export interface Waiting {
  readonly is: 'waiting'
  readonly reason: string
  /** How long it waits altogether, when that is because it keeps failing. */
  readonly backoffMs?: number
  /** When it starts, once it is its turn. */
  readonly until: number
}

/** A container that runs. */
export interface Running {
  readonly is: 'running'
  readonly id: string
  readonly startedAt: number
  /** When it passes its probes. */
  readonly readyAt: number
  /** When it ends by itself. */
  readonly until: number
}

/** A run that is over. One that never came about has no id and no times. */
export interface Ended {
  readonly is: 'ended'
  readonly id?: string
  readonly startedAt?: number
  readonly finishedAt?: number
  readonly exitCode: number
  readonly reason: string
  readonly message?: string
  /** When it is seen to again; Infinity when it stays ended. */
  readonly until: number
}

/** What a container is doing. Times are in milliseconds since the Unix epoch. */
export type RunState = Waiting | Running | Ended

/** The state as the API shows it; `waitingMessage` explains one that waits. */
export function statusOfState(state: RunState, waitingMessage?: string): ContainerState {
  switch (state.is) {
    case 'waiting':
      return { waiting: { reason: state.reason, ...(waitingMessage === undefined ? {} : { message: waitingMessage }) } }
    case 'running':
      return { running: { startedAt: formatTime(state.startedAt) } }
    case 'ended':
      return { terminated: statusOfEnd(state) }
  }
}

const statusOfEnd = ({ id, exitCode, reason, message, startedAt, finishedAt }: Ended): ContainerStateTerminated => ({
  exitCode,
  reason,
  ...(message === undefined ? {} : { message }),
  ...(startedAt === undefined ? {} : { startedAt: formatTime(startedAt) }),
  ...(finishedAt === undefined ? {} : { finishedAt: formatTime(finishedAt) }),
  ...(id === undefined ? {} : { containerID: id }),
})

/** The end that an earlier kubelet reported. */
export function endedFromStatus(terminated: ContainerStateTerminated): Ended {
  const { exitCode, reason = 'Error', containerID, startedAt, finishedAt, message } = terminated
  return {
    is: 'ended',
    ...(containerID ? { id: containerID } : {}),
    ...(startedAt ? { startedAt: Date.parse(startedAt) } : {}),
    ...(finishedAt ? { finishedAt: Date.parse(finishedAt) } : {}),
    ...(message ? { message } : {}),
    exitCode,
    reason,
    until: Number.POSITIVE_INFINITY,
  }
}
