import { hasReason } from '@skep/base'
import type { Result } from '@skep/controller'
import { combineErrors, isMistake, removeCondition } from '@skep/controller'
import { type Scope, saveStatus, state } from './scope.ts'

const type = 'ReconciliationSucceeded'

/** Beyond what upstream says: there only while nothing goes on before a person corrects what its message names. */
export const USER_ACTION_REQUIRED = 'UserActionRequired'

/**
 * Works on a hosted cluster and says how that went, in the status, also when it went wrong: that is how people learn of
 * it. Not when somebody else wrote the object meanwhile: the run is then repeated with what they wrote.
 */
export async function withReport(scope: Scope, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    const message = 'Reconciliation completed successfully'
    state(scope, { type, status: 'True', reason: 'ReconciliatonSucceeded', message })
    removeCondition(scope.status.conditions, USER_ACTION_REQUIRED)
    await saveStatus(scope)
    return result
  } catch (error) {
    if (!hasReason(error, 'Conflict')) await reportFailure(scope, error)
    throw error
  }
}

async function reportFailure(scope: Scope, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  state(scope, { type, status: 'False', reason: 'ReconciliationError', message })
  // What the server does not take was asked for by whoever wrote the object.
  if (isMistake(error) || hasReason(error, 'Invalid')) {
    state(scope, { type: USER_ACTION_REQUIRED, status: 'True', reason: 'InvalidInput', message })
  } else removeCondition(scope.status.conditions, USER_ACTION_REQUIRED)
  await saveStatus(scope).catch((saveError: unknown) => {
    throw combineErrors([error, saveError])
  })
}
