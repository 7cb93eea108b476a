import { createLogger, StatusError, VirtualClock } from '@skep/base'
import { ClientClosedError } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { FailureLog } from './failure-log.ts'
import { combineErrors } from './phases.ts'
import { Mistake } from './reconcile.ts'

function collect() {
  const lines: string[] = []
  const write = (line: string) => lines.push(line.slice('2030-01-01T00:00:00.000Z '.length, -1))
  const log = createLogger({ clock: new VirtualClock(), write })
  const failures = new FailureLog()
  return {
    lines,
    fail: (error: unknown, times = 1) => failures.failed(log, 'default/blue', error, times),
    succeed: () => failures.succeeded('default/blue'),
  }
}

describe('what is logged of failures', () => {
  it('is a mistake once, in words, as long as it is the same', () => {
    const { lines, fail } = collect()

    fail(new Mistake('no such secret'))
    fail(new Mistake('no such secret'), 2)
    fail(new Mistake('no such key'), 3)

    expect(lines).toEqual([
      'INFO  Waiting for somebody to correct this reason="no such secret"',
      'INFO  Waiting for somebody to correct this reason="no such key"',
    ])
  })

  it('is a mistake again once it was corrected and made again', () => {
    const { lines, fail, succeed } = collect()

    fail(new Mistake('no such secret'))
    succeed()
    fail(new Mistake('no such secret'))

    expect(lines).toHaveLength(2)
  })

  it('is nothing when somebody else was faster, unless that goes on', () => {
    const { lines, fail } = collect()
    const gone = new StatusError('NotFound', 'it is gone', { details: { name: 'blue' } })

    for (const times of [1, 2, 3]) fail(gone, times)
    expect(lines).toEqual([])

    fail(gone, 4)
    expect(lines).toEqual([expect.stringMatching(/^ERROR Failed to reconcile error=.*it is gone.* failures=4$/)])
  })

  it('is nothing when a client was closed for another one to take its place', () => {
    const { lines, fail } = collect()

    fail(new ClientClosedError())

    expect(lines).toEqual([])
  })

  it('is any other error, with where it comes from', () => {
    const { lines, fail } = collect()

    fail(combineErrors([new Mistake('no such secret'), new Error('out of memory')]))

    expect(lines).toEqual([expect.stringMatching(/^ERROR Failed to reconcile .*failure-log\.test\.ts/)])
  })

  it('is a mistake when several were made at once', () => {
    const { lines, fail } = collect()

    fail(combineErrors([new Mistake('no such secret'), new Mistake('no such key')]))

    expect(lines).toEqual(['INFO  Waiting for somebody to correct this reason="no such secret; no such key"'])
  })
})
