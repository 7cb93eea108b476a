import { describe, expect, it } from 'vitest'
import { Flag, FrameType, makeFrame } from './frames.ts'
import { HpackDecoder } from './hpack-decoder.ts'
import { data, GET, headers, number, POST, RawClient } from './test/raw-client.ts'

const OPEN = Flag.endHeaders
const fieldsOf = (payload: Buffer) => new HpackDecoder({ bytes: 1 << 20, fields: 1_000 }).decode(payload).fields
const windowUpdate = (stream: number, by: number) => makeFrame(FrameType.windowUpdate, 0, stream, number(by))
const setting = (id: number, value: number) =>
  makeFrame(FrameType.settings, 0, 0, Buffer.concat([Buffer.from([0, id]), number(value)]))

describe('a connection', () => {
  it('begins with the settings of the server, and accepts those of the client', async () => {
    const client = await RawClient.connect()

    const [settings, window, acknowledgement] = client.frames
    expect([settings?.type, window?.type]).toEqual([FrameType.settings, FrameType.windowUpdate])
    expect(acknowledgement).toMatchObject({ type: FrameType.settings, flags: Flag.ack, stream: 0 })
  })

  it('answers in one write, headers and body together', async () => {
    const client = await RawClient.connect({}, (stream) => stream.respond(200, { etag: '"1"' }, Buffer.from('hello')))
    const before = client.writes

    await client.send(headers(1), headers(3))

    expect(client.writes - before).toBe(1)
    expect(client.body(1) + client.body(3)).toBe('hellohello')
    const [head] = client.sent(FrameType.headers)
    expect(fieldsOf(head!.payload).slice(0, 4)).toEqual([':status', '200', 'etag', '"1"'])
    expect(fieldsOf(head!.payload)[4]).toBe('date')
    expect(client.sent(FrameType.data).map(({ flags }) => flags)).toEqual([Flag.endStream, Flag.endStream])
  })

  it('has the whole body when it came together with the headers', async () => {
    const bodies: string[] = []
    const client = await RawClient.connect({}, ({ body }) => bodies.push(`${body.complete} ${body.bytes}`))

    await client.send(headers(1, POST, OPEN), data(1, 'a'), data(1, 'b', Flag.endStream))

    expect(bodies).toEqual(['true ab'])
  })

  it('takes padding, priorities, continuations and trailers for what they are', async () => {
    const client = await RawClient.connect()
    const padded = Buffer.concat([Buffer.from([3]), number(0), Buffer.from([9]), POST.subarray(0, 4), Buffer.alloc(3)])

    await client.send(
      makeFrame(FrameType.headers, Flag.padded | Flag.priority, 1, padded),
      makeFrame(FrameType.continuation, Flag.endHeaders, 1, POST.subarray(4)),
      makeFrame(FrameType.data, Flag.padded, 1, Buffer.from('\x02hi..')),
      headers(1, Buffer.from('400161 0162'.replace(' ', ''), 'hex')),
    )

    expect(client.requests[0]?.head).toMatchObject({ method: 'POST', path: '/things' })
    expect(client.requests[0]?.body.bytes.toString()).toBe('hi')
    expect(client.goAway).toBeUndefined()
  })

  it('answers a ping with the same', async () => {
    const client = await RawClient.connect()

    await client.send(makeFrame(FrameType.ping, 0, 0, Buffer.from('12345678')))

    expect(client.sent(FrameType.ping)).toMatchObject([{ flags: Flag.ack, payload: Buffer.from('12345678') }])
  })

  it('ignores frames and settings that nobody knows', async () => {
    const client = await RawClient.connect()

    await client.send(makeFrame(0xbe, 0xff, 1, Buffer.from('?')), setting(0x77, 1), headers(1))

    expect(client.requests).toHaveLength(1)
  })

  it('sends long headers in several frames', async () => {
    const warning = 'w'.repeat(40_000)
    const client = await RawClient.connect({}, (stream) => stream.respond(200, { warning }, Buffer.from('x')))

    await client.send(headers(1))

    const heads = client.frames.filter(({ stream, type }) => stream === 1 && type !== FrameType.data)
    expect(heads.map(({ type }) => type)).toEqual([FrameType.headers, FrameType.continuation, FrameType.continuation])
    expect(heads.map(({ flags }) => flags & Flag.endHeaders)).toEqual([0, 0, Flag.endHeaders])
    expect(fieldsOf(Buffer.concat(heads.map(({ payload }) => payload)))[3]).toBe(warning)
    expect(client.body(1)).toBe('x')
  })

  it('hands over oversized headers as such, and goes on', async () => {
    const client = await RawClient.connect({ headers: { bytes: 60, fields: 10 } })

    await client.send(headers(1, GET))

    expect(client.refused.map(({ id }) => id)).toEqual([1])
    expect(client.requests).toEqual([])
  })

  it('ends when nobody has asked for anything for long', async () => {
    const client = await RawClient.connect({ idleMs: 1_000 })
    await client.send(headers(1))

    client.time = 2_000
    client.connection.check()
    expect(client.isOver).toBe(false)

    client.requests[0]?.respond(200, {}, undefined)
    client.connection.check()
    await client.turn()
    expect([client.goAway, client.isOver]).toEqual([0, true])
  })

  it('tells everybody when the client hangs up', async () => {
    const client = await RawClient.connect()
    await client.send(headers(1), headers(3, POST, OPEN), data(3, 'half'))
    const gone: string[] = []
    client.requests[0]?.onClose(() => gone.push('stream'))
    client.requests[1]?.body.read(100, {
      onBody: () => gone.push('complete?'),
      onTooLarge: () => {},
      onGone: () => gone.push('body'),
    })

    client.hangUp()
    await client.turn()

    expect(gone).toEqual(['stream', 'body'])
    expect(client.requests[0]?.closed).toBe(true)
  })
})

describe('windows', () => {
  const BODY = Buffer.alloc(100_000, 'x')

  it('let no more out than the client wants', async () => {
    const client = await RawClient.connect({}, (stream) => stream.respond(200, {}, BODY))

    await client.send(headers(1))
    expect(client.body(1)).toHaveLength(65_535)

    await client.send(windowUpdate(1, 100_000))
    expect(client.body(1)).toHaveLength(65_535)

    await client.send(windowUpdate(0, 10_000))
    expect(client.body(1)).toHaveLength(75_535)

    await client.send(windowUpdate(0, 100_000))
    expect(client.body(1)).toHaveLength(100_000)
    expect(client.sent(FrameType.data).at(-1)?.flags).toBe(Flag.endStream)
  })

  it('change for open streams when the client changes its mind', async () => {
    const client = await RawClient.connect({}, (stream) => stream.respond(200, {}, Buffer.alloc(100, 'x')))

    await client.send(setting(4, 10), headers(1))
    expect(client.body(1)).toHaveLength(10)

    await client.send(setting(4, 5), windowUpdate(1, 5))
    expect(client.body(1)).toHaveLength(10)

    await client.send(setting(4, 1_000))
    expect(client.body(1)).toHaveLength(100)
  })

  it('are shared by streams in turn', async () => {
    const client = await RawClient.connect({}, (stream) => stream.respond(200, {}, BODY))
    await client.send(setting(4, 1_000_000), headers(1), headers(3), headers(5))
    expect([client.body(1).length, client.body(3).length, client.body(5).length]).toEqual([65_535, 0, 0])

    await client.send(windowUpdate(0, 48_000))

    expect(client.body(3).length).toBeGreaterThan(15_000)
    expect(client.body(5).length).toBeGreaterThan(15_000)
    expect(client.body(1).length + client.body(3).length + client.body(5).length).toBe(65_535 + 48_000)
  })

  it('grow again for bodies that are read', async () => {
    const client = await RawClient.connect({ streamWindow: 1_000, connectionWindow: 100_000 }, ({ body }) =>
      body.read(10_000, { onBody: () => {}, onTooLarge: () => {}, onGone: () => {} }),
    )

    await client.send(headers(1, POST, OPEN), data(1, 'x'.repeat(900)))
    await client.send(data(1, 'x'.repeat(900)))

    const grown = client.sent(FrameType.windowUpdate).filter(({ stream }) => stream === 1)
    expect(grown.map(({ payload }) => payload.readUInt32BE(0))).toEqual([900, 900])
    expect(client.resets).toEqual([])
  })

  it('do not grow for bodies that nobody reads', async () => {
    const client = await RawClient.connect({ streamWindow: 1_000 })

    await client.send(headers(1, POST, OPEN), data(1, 'x'.repeat(900)))

    expect(client.sent(FrameType.windowUpdate).filter(({ stream }) => stream === 1)).toEqual([])
  })
})

describe('an answer', () => {
  it('before the end of the request tells the client to keep the rest', async () => {
    const client = await RawClient.connect({}, (stream) => stream.respond(413, {}, Buffer.from('too much')))

    await client.send(headers(1, POST, OPEN), data(1, 'x'))
    await client.send(data(1, 'more'), data(1, 'and more', Flag.endStream))

    expect(client.body(1)).toBe('too much')
    expect(client.resets).toEqual([[1, 0]])
    expect(client.goAway).toBeUndefined()
  })

  it('that cannot be sent leaves room for another', async () => {
    const client = await RawClient.connect()
    await client.send(headers(1))
    const [stream] = client.requests

    expect(() => stream?.respond(200, { warning: 'a\nb' }, undefined)).toThrow('a character in the header warning')
    stream?.respond(500, {}, Buffer.from('sorry'))
    await client.turn()

    expect(client.body(1)).toBe('sorry')
    expect(fieldsOf(client.sent(FrameType.headers)[0]!.payload).slice(0, 2)).toEqual([':status', '500'])
  })

  it('in pieces is put together on the way', async () => {
    const client = await RawClient.connect({}, (stream) =>
      stream.respondInPieces(
        200,
        {},
        ['[', 'a', ',', 'b', ']'].map((text) => Buffer.from(text)),
      ),
    )

    await client.send(headers(1))

    expect(client.sent(FrameType.data).map(({ payload, flags }) => `${payload} ${flags}`)).toEqual(['[a,b] 1'])
  })

  it('that goes on is sent bit by bit, and ends in order', async () => {
    const client = await RawClient.connect()
    await client.send(headers(1))
    const [stream] = client.requests

    stream?.start(200, {})
    stream?.write(Buffer.from('a'))
    stream?.write(Buffer.from('b'))
    await client.turn()
    expect(client.body(1)).toBe('ab')

    stream?.end()
    await client.turn()
    expect(client.sent(FrameType.data).at(-1)).toMatchObject({ flags: Flag.endStream, stream: 1 })
    expect(stream?.closed).toBe(true)
  })

  it('waits for a socket that is full', async () => {
    const client = await RawClient.connect()
    await client.send(setting(4, 10_000_000), windowUpdate(0, 10_000_000), headers(1))
    const [stream] = client.requests
    stream?.start(200, {})
    client.isReading = false
    let drained = false

    stream?.write(Buffer.alloc(2_000_000, 'x'))
    stream?.onDrain(() => (drained = true))
    await client.turn()
    expect(stream?.queue.size).toBeGreaterThan(1_500_000)
    expect(drained).toBe(false)

    await client.resume()
    await expect.poll(() => client.body(1).length).toBe(2_000_000)
    expect([stream?.queue.size, drained]).toEqual([0, true])
  })
})
