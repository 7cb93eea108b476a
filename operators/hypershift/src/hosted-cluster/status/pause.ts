import type { ConditionUpdate } from '@skep/controller'
import { type Pause, readPause } from '../../node-pool/pause.ts'
import type { Scope } from '../scope.ts'

/** Whether the hosted cluster is paused, and for how long. */
export const pauseOf = ({ hostedCluster, now }: Scope): Pause => readPause(hostedCluster.spec.pausedUntil, now)

/** Whether anything is done to the cluster. */
export function reconciliationActive(scope: Scope): ConditionUpdate {
  const type = 'ReconciliationActive'
  const pause = pauseOf(scope)
  if (pause.paused) {
    const end = pause.remainingMs === undefined ? 'field removed' : `: ${scope.hostedCluster.spec.pausedUntil}`
    const message = `Reconciliation paused until${end.startsWith(':') ? end : ` ${end}`}`
    return { type, status: 'False', reason: 'ReconciliationPaused', message }
  }
  if (pause.valid) return { type, status: 'True', reason: 'AsExpected', message: 'Reconciliation active on resource' }
  const message = 'Invalid value provided for PausedUntil field'
  return { type, status: 'True', reason: 'InvalidPausedUntilValue', message }
}
