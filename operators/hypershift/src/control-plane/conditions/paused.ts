import type { ConditionUpdate } from '@skep/controller'
import { type Pause, readPause } from '../../node-pool/pause.ts'
import type { ControlPlaneScope } from '../scope.ts'
import { notSo, well } from './statement.ts'

/** Whether somebody asked to leave the control plane alone, and until when. */
export const pauseOf = ({ controlPlane, ctx }: ControlPlaneScope): Pause =>
  readPause(controlPlane.spec.pausedUntil, ctx.clock.now())

/** Says so. */
export function pauseCondition({ controlPlane }: ControlPlaneScope, pause: Pause): ConditionUpdate {
  const type = 'ReconciliationActive'
  if (pause.paused) {
    const until = pause.remainingMs === undefined ? ' field removed' : `: ${controlPlane.spec.pausedUntil}`
    return notSo(type, 'ReconciliationPaused', `Reconciliation paused until${until}`)
  }
  if (pause.valid) return well(type, 'Reconciliation active on resource')
  return well(type, 'Invalid value provided for PausedUntil field', 'InvalidPausedUntilValue')
}
