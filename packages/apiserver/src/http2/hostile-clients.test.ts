import { describe, expect, it } from 'vitest'
import { Flag, makeFrame } from './frames.ts'
import { block, data, GET, headers, number, POST, PREFACE, RawClient, SETTINGS } from './test/raw-client.ts'

const OPEN = Flag.endHeaders
const PROTOCOL_ERROR = 1
const FLOW_CONTROL_ERROR = 3
const STREAM_CLOSED = 5
const FRAME_SIZE_ERROR = 6
const REFUSED_STREAM = 7
const COMPRESSION_ERROR = 9
const ENHANCE_YOUR_CALM = 11

const frame = (type: number, stream: number, payload: Buffer, flags = 0) => makeFrame(type, flags, stream, payload)
const times = (count: number, make: (index: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)))
const start = Buffer.concat([PREFACE, SETTINGS])
const MAX = number(0x7fffffff)

describe('what breaks the protocol ends the connection', () => {
  it.each([
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n'), PROTOCOL_ERROR],
    ['no settings', Buffer.concat([PREFACE, headers(1)]), PROTOCOL_ERROR],
    [
      'an answer to settings that were not sent',
      Buffer.concat([PREFACE, frame(4, 0, Buffer.alloc(0), 1)]),
      PROTOCOL_ERROR,
    ],
    ['settings of a stream', Buffer.concat([start, frame(4, 1, Buffer.alloc(0))]), PROTOCOL_ERROR],
    ['settings in an acknowledgement', Buffer.concat([start, frame(4, 0, Buffer.alloc(6), 1)]), FRAME_SIZE_ERROR],
    ['a frame that is too large', Buffer.concat([start, Buffer.from('ffffff000000000001', 'hex')]), FRAME_SIZE_ERROR],
    ['headers of the connection', Buffer.concat([start, headers(0)]), PROTOCOL_ERROR],
    ['a stream with an even number', Buffer.concat([start, headers(2)]), PROTOCOL_ERROR],
    [
      'headers without end, then something else',
      Buffer.concat([start, headers(1, GET, 0), data(1, 'x')]),
      PROTOCOL_ERROR,
    ],
    [
      'the continuation of another stream',
      Buffer.concat([start, headers(1, GET, 0), frame(9, 3, GET, 4)]),
      PROTOCOL_ERROR,
    ],
    ['a continuation of nothing', Buffer.concat([start, frame(9, 1, GET, 4)]), PROTOCOL_ERROR],
    ['data on an idle stream', Buffer.concat([start, data(7, 'x')]), PROTOCOL_ERROR],
    ['data of the connection', Buffer.concat([start, data(0, 'x')]), PROTOCOL_ERROR],
    ['the end of an idle stream', Buffer.concat([start, frame(3, 5, number(8))]), PROTOCOL_ERROR],
    ['half an end', Buffer.concat([start, headers(1), frame(3, 1, Buffer.alloc(3))]), FRAME_SIZE_ERROR],
    ['the window of an idle stream', Buffer.concat([start, frame(8, 5, number(1))]), PROTOCOL_ERROR],
    ['a window that grows by nothing', Buffer.concat([start, frame(8, 0, number(0))]), PROTOCOL_ERROR],
    ['a window beyond all bounds', Buffer.concat([start, frame(8, 0, MAX)]), FLOW_CONTROL_ERROR],
    ['half a window', Buffer.concat([start, frame(8, 0, Buffer.alloc(2))]), FRAME_SIZE_ERROR],
    ['a ping of a stream', Buffer.concat([start, frame(6, 1, Buffer.alloc(8))]), PROTOCOL_ERROR],
    ['half a ping', Buffer.concat([start, frame(6, 0, Buffer.alloc(4))]), FRAME_SIZE_ERROR],
    ['a push', Buffer.concat([start, frame(5, 1, Buffer.alloc(8))]), PROTOCOL_ERROR],
    ['a priority of the connection', Buffer.concat([start, frame(2, 0, Buffer.alloc(5))]), PROTOCOL_ERROR],
    [
      'more padding than frame',
      Buffer.concat([start, headers(1, POST, OPEN), frame(0, 1, Buffer.from([9, 1]), Flag.padded)]),
      PROTOCOL_ERROR,
    ],
    ['headers that do not decompress', Buffer.concat([start, headers(1, Buffer.alloc(40, 0xff))]), COMPRESSION_ERROR],
  ])('%s', async (_what, bytes, code) => {
    const client = new RawClient()

    await client.send(bytes)

    expect([client.goAway, client.isOver]).toEqual([code, true])
    expect(client.requests).toEqual([])
  })

  it('a stream that is used twice', async () => {
    const client = await RawClient.connect({}, (stream) => stream.respond(200, {}, undefined))

    await client.send(headers(3))
    await client.send(headers(1))

    expect(client.goAway).toBe(STREAM_CLOSED)
  })

  it('more than the connection has room for', async () => {
    const client = await RawClient.connect({ connectionWindow: 70_000, streamWindow: 1_000_000 })

    await client.send(
      headers(1, POST, OPEN),
      times(5, () => data(1, 'x'.repeat(16_000))),
    )

    expect(client.goAway).toBe(FLOW_CONTROL_ERROR)
  })
})

describe('what breaks one stream leaves the others alone', () => {
  const malformed = (fields: [string, string][]) => headers(1, Buffer.concat([GET, block(fields)]))

  it.each([
    ['a name in upper case', malformed([['X-Bad', 'y']]), PROTOCOL_ERROR],
    ['a header of connections', malformed([['connection', 'close']]), PROTOCOL_ERROR],
    ['a pseudo-header twice', malformed([[':path', '/again']]), PROTOCOL_ERROR],
    ['no pseudo-headers', headers(1, block([['accept', '*/*']])), PROTOCOL_ERROR],
    ['a length without a body', malformed([['content-length', '5']]), PROTOCOL_ERROR],
    ['data after the end', Buffer.concat([headers(1), data(1, 'x')]), STREAM_CLOSED],
    ['headers after the end', Buffer.concat([headers(1), headers(1)]), STREAM_CLOSED],
    ['trailers that are none', Buffer.concat([headers(1, POST, OPEN), headers(1, GET, OPEN)]), PROTOCOL_ERROR],
    ['a window that grows by nothing', Buffer.concat([headers(1), frame(8, 1, number(0))]), PROTOCOL_ERROR],
    ['a window beyond all bounds', Buffer.concat([headers(1), frame(8, 1, MAX)]), FLOW_CONTROL_ERROR],
    ['half a priority', frame(2, 1, Buffer.alloc(3)), FRAME_SIZE_ERROR],
  ])('%s', async (_what, bytes, code) => {
    const client = await RawClient.connect()

    await client.send(bytes)
    await client.send(headers(5))

    expect(client.resets).toEqual([[1, code]])
    expect(client.goAway).toBeUndefined()
    expect(client.requests.at(-1)?.id).toBe(5)
  })

  it('more than the stream has room for', async () => {
    const client = await RawClient.connect({ streamWindow: 10 })

    await client.send(headers(1, POST, OPEN), data(1, 'x'.repeat(11)))

    expect(client.resets).toEqual([[1, FLOW_CONTROL_ERROR]])
  })

  it('a body longer than announced', async () => {
    const client = await RawClient.connect()
    const announced = Buffer.concat([POST, block([['content-length', '2']])])

    await client.send(headers(1, announced, OPEN), data(1, 'abc'))

    expect(client.resets).toEqual([[1, PROTOCOL_ERROR]])
  })

  it('more requests at once than allowed', async () => {
    const client = await RawClient.connect({ streams: 2 })

    await client.send(headers(1), headers(3), headers(5))

    expect(client.resets).toEqual([[5, REFUSED_STREAM]])
    expect(client.requests.map(({ id }) => id)).toEqual([1, 3])
  })
})

describe('too much of what is harmless ends the connection', () => {
  const idleFrames = { burst: 50, perSecond: 1 }

  it.each([
    ['pings', times(60, () => frame(6, 0, Buffer.alloc(8)))],
    ['settings', times(60, () => SETTINGS)],
    ['priorities', times(60, () => frame(2, 3, Buffer.alloc(5)))],
    ['unknown frames', times(60, () => frame(0xee, 0, Buffer.alloc(0)))],
    ['empty data', Buffer.concat([headers(1, POST, OPEN), times(60, () => data(1, ''))])],
  ])('%s', async (_what, bytes) => {
    const client = await RawClient.connect({ idleFrames })

    await client.send(bytes)

    expect(client.goAway).toBe(ENHANCE_YOUR_CALM)
  })

  it('requests that are taken back at once, and nobody works on them', async () => {
    const client = await RawClient.connect({ resets: { burst: 50, perSecond: 1 } })

    await client.send(times(60, (index) => Buffer.concat([headers(2 * index + 1), frame(3, 2 * index + 1, number(8))])))

    expect(client.goAway).toBe(ENHANCE_YOUR_CALM)
    expect(client.requests).toEqual([])
  })

  it('requests that are malformed on purpose', async () => {
    const client = await RawClient.connect({ resets: { burst: 50, perSecond: 1 } })

    await client.send(times(60, (index) => Buffer.concat([headers(2 * index + 1), frame(8, 2 * index + 1, number(0))])))

    expect(client.goAway).toBe(ENHANCE_YOUR_CALM)
  })

  it.each([
    ['in size', times(40, () => frame(9, 1, Buffer.alloc(16_000)))],
    ['in number', times(40, () => frame(9, 1, Buffer.alloc(0)))],
  ])('headers that go on and on: %s', async (_how, continuations) => {
    const client = await RawClient.connect()

    await client.send(headers(1, GET, 0), continuations)

    expect(client.goAway).toBe(ENHANCE_YOUR_CALM)
  })
})

describe('requests that were taken back', () => {
  it('count until nobody works on them any more', async () => {
    const client = await RawClient.connect({ streams: 1 })
    await client.send(headers(1))
    await client.send(frame(3, 1, number(8)), headers(3))
    expect(client.resets).toEqual([[3, REFUSED_STREAM]])

    client.requests[0]?.respond(200, {}, Buffer.from('too late'))
    await client.send(headers(5))

    expect(client.requests.map(({ id }) => id)).toEqual([1, 5])
    expect(client.body(1)).toBe('')
  })
})

describe('a client that does not read', () => {
  it('is refused more while much waits for it', async () => {
    const client = await RawClient.connect({ unsentBytes: 100_000 }, (stream) =>
      stream.respond(200, {}, Buffer.alloc(200_000)),
    )

    await client.send(headers(1))
    await client.send(headers(3))

    expect(client.resets).toEqual([[3, REFUSED_STREAM]])
  })

  it('loses its answers after a while, but not its watches', async () => {
    const client = await RawClient.connect({ stallMs: 1_000 })
    await client.send(headers(1), headers(3))
    const [plain, watch] = client.requests
    watch?.start(200, {})
    plain?.respond(200, {}, Buffer.alloc(200_000))
    watch?.write(Buffer.from('event'))

    client.time = 5_000
    client.connection.check()
    await client.turn()

    expect(client.resets).toEqual([[1, 8]])
    expect(watch?.closed).toBe(false)
  })
})

it('noise never brings the server down', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const client = await RawClient.connect()
    // A generator good enough for noise, and the same every time.
    let state = seed
    const noise = Buffer.from(Array.from({ length: 200 }, () => ((state = (state * 48_271) % 0x7fffffff) >> 8) & 0xff))
    // Lengths that fit, so that many frames are looked at.
    for (let at = 0; at + 9 < noise.length; at += 9 + noise[at + 2]!) {
      noise[at] = 0
      noise[at + 1] = 0
      noise[at + 2]! %= 24
      noise[at + 3]! %= 11
    }

    await client.send(noise)

    expect([
      undefined,
      PROTOCOL_ERROR,
      FLOW_CONTROL_ERROR,
      STREAM_CLOSED,
      FRAME_SIZE_ERROR,
      COMPRESSION_ERROR,
    ]).toContain(client.goAway)
  }
})
