import { type ConditionUpdate, findCondition } from '@skep/controller'
import { conditionOf, type Scope } from '../scope.ts'

const type = 'Available'

/** That there is no control plane any more. */
export const gone = (): ConditionUpdate => ({
  type,
  status: 'False',
  reason: 'WaitingForAvailable',
  message: 'The hosted control plane is gone',
})

/** Whether the control plane can be used; before it says anything, what keeps it from being made. */
export function available(scope: Scope): ConditionUpdate {
  const reported = findCondition(scope.controlPlane?.status?.conditions, type)
  if (reported?.status === 'True') {
    return { type, status: 'True', reason: 'AsExpected', message: 'The hosted control plane is available' }
  }
  if (reported) return { type, status: reported.status, reason: reported.reason, message: reported.message }
  const progressing = conditionOf(scope, 'Progressing')
  const blocked = progressing?.reason === 'Blocked' ? progressing.message : undefined
  const message = blocked ?? 'Waiting for hosted control plane to be healthy'
  return { type, status: 'False', reason: 'WaitingForAvailable', message }
}
