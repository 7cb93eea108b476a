import { closure, type Neighbour, neighbourOf } from './closure.ts'
import type { Program } from './program.ts'

/** Where a program can be after some text. Equal states are one object, so that a text already seen is a walk. */
interface State {
  /** Where the program goes on, before assertions are looked at: those need the next character. */
  readonly places: readonly number[]
  readonly before: Neighbour
  /** What follows by code point, `MATCHED` once nothing more needs to be read: a list for ASCII, a map for the rest. */
  readonly nextAscii: (State | typeof MATCHED | undefined)[]
  readonly nextOther: Map<number, State | typeof MATCHED>
  /** Whether the text may end here. */
  isFinal: boolean | undefined
}

const MATCHED = Symbol('matched')
const ASCII = 0x80

/** More states than this are forgotten and found again: memory stays bounded, and time linear. */
const MAX_STATES = 500
/** Of characters beyond ASCII, a state remembers this many. */
const MAX_OTHER = 1000

/** Tells whether a program matches anywhere in a text, by an automaton that is built as texts need it. */
export function createAutomaton(program: Program): (text: string) => boolean {
  let states = new Map<string, State>()
  let start: State | undefined

  const stateOf = (places: readonly number[], before: Neighbour): State => {
    const key = `${before}:${places.join()}`
    let state = states.get(key)
    if (state === undefined) {
      if (states.size >= MAX_STATES) {
        states = new Map()
        // It leads to all of the others.
        start = undefined
      }
      state = { places, before, nextAscii: new Array(ASCII).fill(undefined), nextOther: new Map(), isFinal: undefined }
      states.set(key, state)
    }
    return state
  }

  const advance = (state: State, point: number): State | typeof MATCHED => {
    const after = neighbourOf(point)
    const reached = closure(program, state.places, state.before, after)
    if (includesMatch(program, reached)) return MATCHED
    const places = new Set<number>()
    for (const index of reached) {
      const instruction = program.instructions[index]
      if (instruction?.op === 'set' && instruction.has(point)) places.add(instruction.next)
    }
    if (!program.isAnchored) places.add(program.start)
    return stateOf(
      [...places].sort((a, b) => a - b),
      after,
    )
  }

  return (text) => {
    start ??= stateOf([program.start], 'edge')
    return run(program, start, text, advance)
  }
}

type Advance = (state: State, point: number) => State | typeof MATCHED

function run(program: Program, start: State, text: string, advance: Advance): boolean {
  let state = start
  for (let index = 0; index < text.length; index++) {
    const point = text.charCodeAt(index)
    const next =
      point < ASCII ? (state.nextAscii[point] ?? learn(state, point, advance)) : other(state, text, index, advance)
    if (next === MATCHED) return true
    if (next.places.length === 0) return false
    if (point >= 0xd800 && (text.codePointAt(index) ?? 0) > 0xffff) index++
    state = next
  }
  state.isFinal ??= includesMatch(program, closure(program, state.places, state.before, 'edge'))
  return state.isFinal
}

function other(state: State, text: string, index: number, advance: Advance): State | typeof MATCHED {
  const point = text.codePointAt(index) ?? 0
  return state.nextOther.get(point) ?? learn(state, point, advance)
}

function learn(state: State, point: number, advance: Advance): State | typeof MATCHED {
  const next = advance(state, point)
  if (point < ASCII) state.nextAscii[point] = next
  else if (state.nextOther.size < MAX_OTHER) state.nextOther.set(point, next)
  return next
}

const includesMatch = ({ instructions }: Program, reached: readonly number[]): boolean =>
  reached.some((index) => instructions[index]?.op === 'match')
