import { type Ctx, isMistake, Mistake, mergeResults, type Result, Terminal } from './reconcile.ts'

/** One step of a reconciler. Steps share what they find out in the scope. */
export type Phase<Scope> = (ctx: Ctx, scope: Scope) => Promise<Result>

/**
 * Runs phases in order. One that throws does not keep the others from running, so that as much as possible is done and
 * every problem is seen; their errors are thrown together at the end.
 */
export async function runPhases<Scope>(ctx: Ctx, scope: Scope, phases: readonly Phase<Scope>[]): Promise<Result> {
  const results: Result[] = []
  const errors: unknown[] = []
  for (const phase of phases) {
    ctx.signal.throwIfAborted()
    try {
      results.push(await phase(ctx, scope))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw combineErrors(errors)
  return mergeResults(results)
}

/** One error as it is; several as one, which is terminal when all of them are. */
export function combineErrors(errors: readonly unknown[]): unknown {
  if (errors.length === 1) return errors[0]
  const message = errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; ')
  const cause = new AggregateError(errors, message)
  if (errors.every((error) => error instanceof Terminal)) return new Terminal(message, { cause })
  return errors.every(isMistake) ? new Mistake(message, { cause }) : cause
}
