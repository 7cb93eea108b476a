import { describe, expect, it } from 'vitest'
import { ProtobufError, ProtobufReader } from './reader.ts'

const reader = (...bytes: number[]) => new ProtobufReader(Buffer.from(bytes))

describe('ProtobufReader', () => {
  it('reads numbers of any length', () => {
    expect(reader(0x05).int64()).toBe(5)
    expect(reader(0xac, 0x02).int64()).toBe(300)
    expect(reader(0xff, 0xff, 0xff, 0xff, 0x0f).int64()).toBe(4_294_967_295)
    expect(reader(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f).int64()).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('reads negative numbers, which come in ten bytes', () => {
    const minusOne = [...Array<number>(9).fill(0xff), 0x01]

    expect(reader(...minusOne).int32()).toBe(-1)
    expect(reader(...minusOne).int64()).toBe(-1)
    expect(reader(0x80, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01).int64()).toBe(-256)
  })

  it('reads doubles, booleans, texts and bytes', () => {
    expect(reader(0, 0, 0, 0, 0, 0, 0xf8, 0x3f).double()).toBe(1.5)
    expect(reader(0x01).bool()).toBe(true)
    expect(reader(0x00).bool()).toBe(false)
    expect(reader(0x03, 0x5a, 0xc3, 0xab).string()).toBe('Zë')
    expect([...reader(0x02, 0x01, 0xff).bytes()]).toEqual([0x01, 0xff])
  })

  it('keeps a nested message within its length', () => {
    const message = reader(0x01, 0x08, 0x02)

    expect(() => message.nested(() => message.int64() + message.int64())).toThrow('unexpected EOF')
  })

  it('passes over values of every type that is still in use', () => {
    const message = reader(0xac, 0x02, 1, 2, 3, 4, 5, 6, 7, 8, 0x02, 9, 9, 1, 2, 3, 4)

    for (const wireType of [0, 1, 2, 5]) message.skip(wireType)

    expect(message.hasMore()).toBe(false)
  })

  it.each([
    ['a number that does not end', [0x80], (message: ProtobufReader) => message.int64()],
    ['a number of eleven bytes', Array<number>(11).fill(0x80), (message: ProtobufReader) => message.int64()],
    ['a text that is cut off', [0x05, 0x61], (message: ProtobufReader) => message.string()],
    ['a length beyond 32 bits', Array<number>(6).fill(0x81).concat(0x01), (message: ProtobufReader) => message.bytes()],
    ['a double that is cut off', [0, 0, 0], (message: ProtobufReader) => message.double()],
    ['a nested message that is cut off', [0x7f], (message: ProtobufReader) => message.nested(() => {})],
    ['the field number zero', [0x00], (message: ProtobufReader) => message.tag()],
    ['a group', [0x0b], (message: ProtobufReader) => message.skip(message.tag() & 7)],
  ])('refuses %s', (_name, bytes, read) => {
    expect(() => read(reader(...bytes))).toThrow(ProtobufError)
  })

  it('refuses messages nested without end', () => {
    const bytes = Array.from({ length: 1000 }, (_, index) => [
      0x80 | (((999 - index) * 3) % 0x80),
      0x80 | (((999 - index) * 3) >> 7),
      0x00,
    ])
    const message = reader(...bytes.flat())
    const descend = (): void => {
      if (message.hasMore()) message.nested(descend)
    }

    expect(descend).toThrow('exceeded max depth')
  })
})
