import { randomFillSync } from 'node:crypto'

/** Where chance comes from. Production passes `cryptoRandom`; tests and the simulator pass `createRandom(seed)`. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next(): number
  /** A whole number from 0 up to but not including 2^32. */
  uint32(): number
  /** A whole number from 0 up to but not including `n`. */
  int(n: number): number
  /** One of the items; throws a RangeError when there are none. */
  pick<T>(items: readonly T[]): T
}

const UINT32_RANGE = 2 ** 32

/** A sequence that is the same for the same seed, on every machine. Not for secrets. */
export function createRandom(seed: number | string): Random {
  return fromUint32(sfc32(hash(String(seed))))
}

/** Unpredictable, from the operating system, fetched in batches. */
export const cryptoRandom: Random = fromUint32(batched(1024))

function fromUint32(uint32: () => number): Random {
  const next = () => uint32() / UINT32_RANGE
  const int = (n: number) => Math.floor(next() * n)
  return {
    next,
    uint32,
    int,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('cannot pick from an empty list')
      return items[int(items.length)]!
    },
  }
}

function batched(size: number): () => number {
  const pool = new Uint32Array(size)
  let used = size
  return () => {
    if (used === size) {
      randomFillSync(pool)
      used = 0
    }
    return pool[used++]!
  }
}

/** Chris Doty-Humphrey's small fast counting generator; twelve rounds mix the seed in. */
function sfc32(seed: readonly [number, number, number]): () => number {
  let [a, b, c] = seed
  let counter = 1
  const uint32 = () => {
    const result = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
  for (let round = 0; round < 12; round++) uint32()
  return uint32
}

/** Three FNV-1a hashes of the text, each from another offset. */
function hash(text: string): [number, number, number] {
  const lane = (offset: number) => {
    let value = offset
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
    return value
  }
  return [lane(0x811c9dc5), lane(0x9e3779b9), lane(0x85ebca6b)]
}
