import { describe, expect, it, onTestFinished } from 'vitest'
import { OpenRequests } from './open-requests.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a request that is broken off', () => {
  it('before it waits for a connection leaves no failure behind that nobody looks at', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const stop = new AbortController()
    const request = new OpenRequests().begin(stop.signal)

    stop.abort(new Error('stopped'))
    const waiting = request.untilBroken(Promise.reject(new Error('connection refused')))

    await expect(waiting).rejects.toThrow('stopped')
    await turn()
    expect(unhandled).toEqual([])
  })
})
