import { huffmanCodes } from './huffman-codes.ts'

const END_OF_STRING = 256
/** Padding is shorter than a byte and all ones (RFC 7541, 5.2). */
const MAX_PADDING_BITS = 7
/** The shortest code has five bits. */
const MAX_BYTES_PER_BYTE = 8 / 5

const FAILS = -1
const EMITS = 1 << 16

/**
 * The code as a machine that takes four bits at a time. A step is the next state in the low byte, the symbol in the next
 * byte, and `EMITS` if there is one; a code is longer than four bits, so that there is never more than one.
 */
interface Machine {
  readonly steps: Int32Array
  /** Whether a string may end here. */
  readonly mayEnd: readonly boolean[]
}

let machine: Machine | undefined

/** Decodes a string; undefined when it is not in the code. */
export function decodeHuffman(bytes: Buffer, begin: number, end: number): string | undefined {
  // Made when first needed: most servers start without, and starting should be quick.
  const { steps, mayEnd } = (machine ??= buildMachine())
  const decoded = Buffer.allocUnsafe(Math.ceil((end - begin) * MAX_BYTES_PER_BYTE))
  let length = 0
  let state = 0
  for (let at = begin; at < end; at++) {
    const byte = bytes[at]!
    for (let half = 0; half < 2; half++) {
      const step = steps[(state << 4) | (half === 0 ? byte >>> 4 : byte & 15)]!
      if (step === FAILS) return undefined
      if (step & EMITS) decoded[length++] = (step >>> 8) & 0xff
      state = step & 0xff
    }
  }
  return mayEnd[state] ? decoded.toString('latin1', 0, length) : undefined
}

/** The code as a tree: what follows a state by a bit is another state, or a symbol as `~symbol`. */
type Tree = [number, number][]

function buildMachine(): Machine {
  const tree = buildTree()
  const steps = new Int32Array(tree.length * 16)
  for (let state = 0; state < tree.length; state++) {
    for (let bits = 0; bits < 16; bits++) steps[(state << 4) | bits] = follow(tree, state, bits)
  }
  const mayEnd = tree.map(() => false)
  for (let state = 0, bits = 0; bits <= MAX_PADDING_BITS; bits++, state = tree[state]![1]) mayEnd[state] = true
  return { steps, mayEnd }
}

function buildTree(): Tree {
  const tree: Tree = [[0, 0]]
  for (const { symbol, code, bits } of huffmanCodes()) {
    let state = 0
    for (let left = bits - 1; left > 0; left--) {
      const branches = tree[state]!
      const bit = (code >>> left) & 1
      if (branches[bit] === 0) branches[bit] = tree.push([0, 0]) - 1
      state = branches[bit]!
    }
    tree[state]![code & 1] = ~symbol
  }
  return tree
}

function follow(tree: Tree, from: number, bits: number): number {
  let state = from
  let emitted = 0
  for (let left = 3; left >= 0; left--) {
    state = tree[state]![(bits >>> left) & 1]!
    if (state >= 0) continue
    const symbol = ~state
    if (symbol === END_OF_STRING) return FAILS
    emitted = EMITS | (symbol << 8)
    state = 0
  }
  return emitted | state
}
