import { hasReason } from '@skep/base'
import type { Result } from '@skep/controller'
import { combineErrors } from '@skep/controller'
import { type Scope, saveStatus, state } from './scope.ts'

const type = 'ReconciliationSucceeded'

/**
 * Works on a hosted cluster and says how that went, in the status, also when it went wrong: that is how people learn of
 * it. Not when somebody else wrote the object meanwhile: the run is then repeated with what they wrote.
 */
export async function withReport(scope: Scope, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    const message = 'Reconciliation completed successfully'
    state(scope, { type, status: 'True', reason: 'ReconciliatonSucceeded', message })
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
  await saveStatus(scope).catch((saveError: unknown) => {
    throw combineErrors([error, saveError])
  })
}
