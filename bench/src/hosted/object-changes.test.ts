import { describe, expect, it } from 'vitest'
import type { Connection } from '../connection.ts'
import { isTrue, ObjectChanges } from './object-changes.ts'

const event = (type: string, name: string, status: 'True' | 'False') =>
  `${JSON.stringify({
    type,
    object: { metadata: { namespace: 'a', name }, status: { conditions: [{ type: 'Available', status }] } },
  })}\n`

/** A watch that sends these bytes, cut as they are. */
function watchOf(...pieces: string[]): Connection {
  const watch = (_path: string, onData: (piece: Buffer) => void): void => {
    for (const piece of pieces) onData(Buffer.from(piece))
  }
  // As much of a connection as is used here.
  return { watch } as unknown as Connection
}

describe('changes of objects', () => {
  it('tell which objects are there and which of them are done, however the network cuts them', () => {
    const changes = new ObjectChanges((object) => isTrue(object, 'Available'))
    const text = event('ADDED', 'blue', 'False') + event('ADDED', 'red', 'False') + event('MODIFIED', 'blue', 'True')

    changes.follow(watchOf(text.slice(0, 40), text.slice(40)), '/things')

    expect([...changes.existing.keys()]).toEqual(['a/blue', 'a/red'])
    expect([...changes.done]).toEqual(['a/blue'])
    expect(changes.changes).toBe(3)
  })

  it('forget what was done once it is not, or is gone', () => {
    const changes = new ObjectChanges((object) => isTrue(object, 'Available'))

    changes.follow(watchOf(event('ADDED', 'blue', 'True'), event('ADDED', 'red', 'True')), '/things')
    changes.follow(watchOf(event('MODIFIED', 'blue', 'False'), event('DELETED', 'red', 'True')), '/things')

    expect([...changes.existing.keys()]).toEqual(['a/blue'])
    expect([...changes.done]).toEqual([])
  })
})
