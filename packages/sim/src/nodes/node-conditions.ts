import type { NodeCondition } from '@skep/api'
import { formatTime } from '@skep/base'

type Statement = Pick<NodeCondition, 'type' | 'status' | 'reason' | 'message'>

const SUFFICIENT: readonly Statement[] = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
]

const READY: Statement = {
  type: 'Ready',
  status: 'True',
  reason: 'KubeletReady',
  message: 'kubelet is posting ready status',
}

/** The conditions of a node that is well, with the time of this report; `before` says since when they have held. */
export const healthyConditions = (now: number, before?: readonly NodeCondition[]): NodeCondition[] =>
  timed([...SUFFICIENT, READY], now, before)

/** The conditions of a node that cannot take pods yet, and why. */
export const unreadyConditions = (message: string, now: number, before?: readonly NodeCondition[]): NodeCondition[] =>
  timed([...SUFFICIENT, { type: 'Ready', status: 'False', reason: 'KubeletNotReady', message }], now, before)

function timed(statements: readonly Statement[], now: number, before: readonly NodeCondition[] = []): NodeCondition[] {
  const time = formatTime(now)
  return statements.map((statement) => {
    const known = before.find(({ type, status }) => type === statement.type && status === statement.status)
    return { ...statement, lastHeartbeatTime: time, lastTransitionTime: known?.lastTransitionTime ?? time }
  })
}
