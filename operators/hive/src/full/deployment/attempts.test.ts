import { describe, expect, it } from 'vitest'
import { nextAttemptAt, staleProvisions, whyStop } from './attempts.ts'

const fresh = { installRestarts: 0, tryInstallOnce: false }

describe('install attempts', () => {
  it.each([
    [0, 60_000],
    [1, 120_000],
    [5, 1_920_000],
    [20, 86_400_000],
    [2_000, 86_400_000],
  ])('after %d restarts wait %d milliseconds', (restarts, ms) => {
    expect(nextAttemptAt(0, restarts)).toBe(ms)
  })

  it('go on without end unless somebody says otherwise', () => {
    expect(whyStop({ installRestarts: 99, tryInstallOnce: false, lastReason: 'UnknownError' })).toBeUndefined()
  })

  it('stop after the first when only one is wanted', () => {
    expect(whyStop({ ...fresh, tryInstallOnce: true })).toBeUndefined()
    expect(whyStop({ installRestarts: 1, tryInstallOnce: true })?.reason).toBe('InstallOnlyOnceSet')
  })

  it('stop at their limit, a limit of none at once', () => {
    expect(whyStop({ ...fresh, installAttemptsLimit: 1 })).toBeUndefined()
    expect(whyStop({ ...fresh, installRestarts: 1, installAttemptsLimit: 1 })?.reason).toBe(
      'InstallAttemptsLimitReached',
    )
    expect(whyStop({ ...fresh, installAttemptsLimit: 0 })?.message).toBe('Install attempts limit reached')
  })

  it('stop when the reason is not among those to retry after', () => {
    const failed = { ...fresh, installRestarts: 1, lastReason: 'AWSVPCLimitExceeded' }
    expect(whyStop({ ...failed, retryReasons: ['AWSVPCLimitExceeded'] })).toBeUndefined()
    expect(whyStop({ ...failed, retryReasons: [] })?.reason).toBe('FailureReasonNotRetryable')
    expect(whyStop({ ...fresh, retryReasons: [] })).toBeUndefined()
  })

  it('leave the first and the newest two behind', () => {
    expect(staleProvisions([1, 2, 3])).toEqual([])
    expect(staleProvisions([1, 2, 3, 4, 5])).toEqual([2, 3])
  })
})
