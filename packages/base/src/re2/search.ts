import { closure, type Neighbour, neighbourOf } from './closure.ts'
import type { Program } from './program.ts'

/** Where a match is: from `start` up to but not including `end`. */
export interface Re2Match {
  start: number
  end: number
}

/** A way in which a match may come about. */
interface Thread {
  place: number
  start: number
}

/**
 * Finds the first match at or after `from`, and of several that begin there the one a backtracking engine would find.
 * All ways are followed at once, so that the time is linear in the text.
 */
export function search(program: Program, text: string, from: number): Re2Match | undefined {
  let threads: Thread[] = []
  let found: Re2Match | undefined
  let before = neighbourBefore(text, from)
  for (let index = from; index <= text.length; ) {
    const point = text.codePointAt(index)
    const after = point === undefined ? 'edge' : neighbourOf(point)
    if (found === undefined && (index === 0 || !program.isAnchored))
      threads.push({ place: program.start, start: index })
    if (threads.length === 0) return found
    const reached = reach(program, threads, before, after)
    const winner = reached.findIndex(({ place }) => program.instructions[place]?.op === 'match')
    if (winner >= 0) found = { start: reached[winner]?.start ?? index, end: index }
    // What is less preferred than a match cannot win any more.
    const alive = winner < 0 ? reached : reached.slice(0, winner)
    threads = point === undefined ? [] : step(program, alive, point)
    before = after
    index += point !== undefined && point > 0xffff ? 2 : 1
  }
  return found
}

function neighbourBefore(text: string, index: number): Neighbour {
  return index === 0 ? 'edge' : neighbourOf(text.charCodeAt(index - 1))
}

/** Follows all threads to where they read on; of several at one place the most preferred stays. */
function reach(program: Program, threads: readonly Thread[], before: Neighbour, after: Neighbour): Thread[] {
  const reached = new Map<number, Thread>()
  for (const { place, start } of threads) {
    for (const index of closure(program, [place], before, after)) {
      if (!reached.has(index)) reached.set(index, { place: index, start })
    }
  }
  return [...reached.values()]
}

function step(program: Program, threads: readonly Thread[], point: number): Thread[] {
  return threads.flatMap(({ place, start }) => {
    const instruction = program.instructions[place]
    return instruction?.op === 'set' && instruction.has(point) ? [{ place: instruction.next, start }] : []
  })
}
