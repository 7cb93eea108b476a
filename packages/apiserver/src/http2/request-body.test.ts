import { describe, expect, it } from 'vitest'
import { RequestBody } from './request-body.ts'

/** A body, and all that is heard of it. */
function watchBody() {
  const heard: string[] = []
  const body = new RequestBody({ onBodyTaken: (bytes) => heard.push(`taken ${bytes}`) })
  const reader = {
    onBody: (bytes: Buffer) => heard.push(`body ${bytes}`),
    onTooLarge: () => heard.push('too large'),
    onGone: () => heard.push('gone'),
  }
  return { body, heard, read: (limit: number) => body.read(limit, reader) }
}

describe('the body of a request', () => {
  it('is there at once when all of it has come', () => {
    const { body, heard } = watchBody()

    body.push(Buffer.from('ab'))
    body.push(Buffer.from('c'))
    body.finish()

    expect([body.complete, body.bytes.toString()]).toEqual([true, 'abc'])
    expect(heard).toEqual(['taken 3'])
  })

  it('takes up room until somebody reads it', () => {
    const { body, heard, read } = watchBody()

    body.push(Buffer.from('ab'))
    expect(heard).toEqual([])

    read(10)
    body.push(Buffer.from('c'))
    body.finish()
    expect(heard).toEqual(['taken 2', 'taken 1', 'body abc'])
  })

  it('is not kept when it is too large, whatever follows', () => {
    const { body, heard, read } = watchBody()
    read(2)

    for (const text of ['ab', 'c', 'd']) body.push(Buffer.from(text))
    body.finish()

    expect(heard.filter((each) => !each.startsWith('taken'))).toEqual(['too large'])
    expect(body.bytes.length).toBe(0)
  })

  it('ends without an end when the client goes', () => {
    const { body, heard, read } = watchBody()
    read(10)
    body.push(Buffer.from('a'))

    body.abandon()

    expect(heard).toEqual(['taken 1', 'gone'])
  })
})
