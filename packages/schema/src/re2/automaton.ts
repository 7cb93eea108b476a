import { closure, type Neighbour, neighbourOf } from './closure.ts'
import type { Program } from './program.ts'

/** Where a program can be after some text. Equal states are one object, so that a text already seen is a walk. */
interface State {
  /** Where the program goes on, before assertions are looked at: those need the next character. */
  readonly places: readonly number[]
  readonly before: Neighbour
  /** What follows by code point; `MATCHED` once nothing more needs to be read. */
  readonly next: Map<number, State | typeof MATCHED>
}

const MATCHED = Symbol('matched')

/** More states than this are forgotten and found again: memory stays bounded, and time linear. */
const MAX_STATES = 500

/** Tells whether a program matches anywhere in a text, by an automaton that is built as texts need it. */
export function createAutomaton(program: Program): (text: string) => boolean {
  let states = new Map<string, State>()

  const stateOf = (places: readonly number[], before: Neighbour): State => {
    const key = `${before}:${places.join()}`
    let state = states.get(key)
    if (state === undefined) {
      if (states.size >= MAX_STATES) states = new Map()
      state = { places, before, next: new Map() }
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

  const start = stateOf([program.start], 'edge')
  return (text) => run(program, start, text, advance)
}

function run(
  program: Program,
  start: State,
  text: string,
  advance: (state: State, point: number) => State | typeof MATCHED,
): boolean {
  let state = start
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index++
    let next = state.next.get(point)
    if (next === undefined) {
      next = advance(state, point)
      state.next.set(point, next)
    }
    if (next === MATCHED) return true
    if (next.places.length === 0) return false
    state = next
  }
  return includesMatch(program, closure(program, state.places, state.before, 'edge'))
}

const includesMatch = ({ instructions }: Program, reached: readonly number[]): boolean =>
  reached.some((index) => instructions[index]?.op === 'match')
