import { createAutomaton } from './automaton.ts'
import { parseRe2 } from './parse.ts'
import { compileProgram } from './program.ts'
import { type Re2Match, search } from './search.ts'

export type { Re2Match } from './search.ts'

/**
 * A regular expression of Go. Unlike JavaScript's, it takes time linear in the text whatever the pattern, so that
 * patterns may come from users.
 */
export interface Re2 {
  readonly pattern: string
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean
  /** The first match at or after an index. */
  find(text: string, from?: number): Re2Match | undefined
  /** All matches that do not overlap, from left to right, at most `limit` of them. */
  findAll(text: string, limit?: number): Re2Match[]
}

/** Compiles a pattern in Go's syntax; throws `Re2SyntaxError` where Go would refuse it. */
export function compileRe2(pattern: string): Re2 {
  const program = compileProgram(parseRe2(pattern), pattern)
  const find = (text: string, from = 0) => search(program, text, from)
  return {
    pattern,
    test: createAutomaton(program),
    find,
    findAll: (text, limit = Number.POSITIVE_INFINITY) => findAll(find, text, limit),
  }
}

function findAll(find: (text: string, from: number) => Re2Match | undefined, text: string, limit: number): Re2Match[] {
  const matches: Re2Match[] = []
  let lastEnd = -1
  for (let from = 0; from <= text.length && matches.length < limit; ) {
    const match = find(text, from)
    if (match === undefined) break
    const isEmpty = match.start === match.end
    // An empty match right behind another one does not count.
    if (!isEmpty || match.start !== lastEnd) matches.push(match)
    lastEnd = match.end
    from = isEmpty ? afterCharacter(text, match.end) : match.end
  }
  return matches
}

const afterCharacter = (text: string, index: number): number =>
  index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)
