import { describe, expect, it } from 'vitest'
import { problemWithTrailers, readRequestHead } from './request-head.ts'

const START = [':method', 'GET', ':scheme', 'https', ':path', '/api?watch=1']

describe('the head of a request', () => {
  it('says what is asked for', () => {
    expect(readRequestHead([...START, ':authority', 'localhost', 'accept', '*/*', 'content-length', '7'])).toEqual({
      method: 'GET',
      path: '/api?watch=1',
      authority: 'localhost',
      contentLength: 7,
      fields: ['accept', '*/*', 'content-length', '7'],
    })
  })

  it('of CONNECT has no path', () => {
    expect(readRequestHead([':method', 'CONNECT', ':authority', 'a:1'])).toMatchObject({ method: 'CONNECT' })
    expect(readRequestHead([...START.slice(2), ':method', 'CONNECT', ':authority', 'a:1'])).toBeTypeOf('string')
  })

  it.each([
    ['no method', START.slice(2), ':method is missing'],
    ['no scheme', [':method', 'GET', ':path', '/'], ':path or :scheme is missing'],
    ['no path', START.slice(0, 4), ':path or :scheme is missing'],
    ['an empty path', [...START.slice(0, 4), ':path', ''], ':path or :scheme is missing'],
    ['a pseudo-header twice', [...START, ':path', '/'], 'a pseudo-header comes twice'],
    ['a pseudo-header of answers', [...START, ':status', '200'], 'a pseudo-header is unknown'],
    ['a pseudo-header after others', [...START, 'accept', '*/*', ':authority', 'a'], 'the name of a header'],
    ['upper case', [...START, 'Accept', '*/*'], 'the name of a header'],
    ['a name with a space', [...START, 'a b', ''], 'the name of a header'],
    ['a name without letters', [...START, '', ''], 'the name of a header'],
    ['a value with a line end', [...START, 'accept', 'a\r\nb: c'], 'the value of a header'],
    ['a path with a line end', [...START.slice(0, 4), ':path', '/\r\n'], 'a pseudo-header has a character'],
    ['a header of connections', [...START, 'connection', 'close'], 'a header is about the connection'],
    ['a transfer encoding', [...START, 'transfer-encoding', 'chunked'], 'a header is about the connection'],
    ['other trailers', [...START, 'te', 'gzip'], 'te is something other than trailers'],
    ['a length that is none', [...START, 'content-length', '-1'], 'content-length is no number'],
    ['two lengths', [...START, 'content-length', '1', 'content-length', '2'], 'content-length is no number'],
  ])('is malformed with %s', (_what, block, problem) => {
    expect(readRequestHead(block)).toContain(problem)
  })

  it('does not come again after the body', () => {
    expect(problemWithTrailers(['x-checksum', '1'])).toBeUndefined()
    expect(problemWithTrailers([':path', '/'])).toContain('the name of a header')
  })
})
