import { describe, expect, it } from 'vitest'
import { type Phase, runPhases } from './phases.ts'
import { Terminal } from './reconcile.ts'
import { testCtx } from './test/ctx.ts'

type Log = string[]

const phase =
  (name: string, outcome: { requeueAfterMs?: number } | Error = {}): Phase<Log> =>
  async (_ctx, log) => {
    log.push(name)
    if (outcome instanceof Error) throw outcome
    return outcome
  }

describe('runPhases', () => {
  it('runs all in order, and comes back for the one that wants it first', async () => {
    const log: Log = []
    const phases = [phase('a', { requeueAfterMs: 60_000 }), phase('b'), phase('c', { requeueAfterMs: 5_000 })]

    expect(await runPhases(testCtx(), log, phases)).toEqual({ requeueAfterMs: 5_000 })
    expect(log).toEqual(['a', 'b', 'c'])
  })

  it('waits for a change when nobody wants to come back', async () => {
    expect(await runPhases(testCtx(), [], [phase('a')])).toEqual({})
  })

  it('runs the others after one that threw, and throws its error', async () => {
    const log: Log = []
    const error = new Error('no address')

    await expect(runPhases(testCtx(), log, [phase('a', error), phase('b')])).rejects.toBe(error)
    expect(log).toEqual(['a', 'b'])
  })

  it('throws several errors as one', async () => {
    const phases = [phase('a', new Error('no address')), phase('b', new Terminal('no template'))]

    await expect(runPhases(testCtx(), [], phases)).rejects.toMatchObject({
      message: 'no address; no template',
      errors: [expect.any(Error), expect.any(Terminal)],
    })
  })

  it('gives up only when every error is terminal', async () => {
    const phases = [phase('a', new Terminal('no name')), phase('b', new Terminal('no template'))]

    await expect(runPhases(testCtx(), [], phases)).rejects.toBeInstanceOf(Terminal)
  })

  it('begins no phase when the work must end', async () => {
    const log: Log = []
    const ctx = testCtx(AbortSignal.abort(new Error('the lease is lost')))

    await expect(runPhases(ctx, log, [phase('a')])).rejects.toThrow('the lease is lost')
    expect(log).toEqual([])
  })
})
