import type { Program } from './program.ts'
import type { Re2Assertion } from './syntax.ts'

/** What stands on one side of a place in the text, as far as assertions care. */
export type Neighbour = 'edge' | 'newline' | 'word' | 'other'

/** What a character is to an assertion beside it. */
export function neighbourOf(point: number): Neighbour {
  if (point === 0x0a) return 'newline'
  const isWord =
    (point >= 0x30 && point <= 0x39) ||
    (point >= 0x41 && point <= 0x5a) ||
    (point >= 0x61 && point <= 0x7a) ||
    point === 0x5f
  return isWord ? 'word' : 'other'
}

type HoldsBetween = (before: Neighbour, after: Neighbour) => boolean

const isBoundary: HoldsBetween = (before, after) => (before === 'word') !== (after === 'word')

const ASSERTIONS: Record<Re2Assertion, HoldsBetween> = {
  'text-start': (before) => before === 'edge',
  'text-end': (_before, after) => after === 'edge',
  'line-start': (before) => before === 'edge' || before === 'newline',
  'line-end': (_before, after) => after === 'edge' || after === 'newline',
  'word-boundary': isBoundary,
  'no-word-boundary': (before, after) => !isBoundary(before, after),
}

/** Everywhere a program can be without reading on, between two neighbours; steps that read come in order of preference. */
export function closure(
  { instructions }: Program,
  from: readonly number[],
  before: Neighbour,
  after: Neighbour,
): number[] {
  const seen = new Set<number>()
  const reached: number[] = []
  const pending = [...from].reverse()
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (seen.has(index)) continue
    seen.add(index)
    const instruction = instructions[index]
    if (instruction?.op === 'split') pending.push(instruction.second, instruction.first)
    else if (instruction?.op !== 'assert') reached.push(index)
    else if (ASSERTIONS[instruction.kind](before, after)) pending.push(instruction.next)
  }
  return reached
}
