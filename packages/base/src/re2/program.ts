import { type Re2Assertion, type Re2Node, Re2SyntaxError } from './syntax.ts'

/** One step of a program; `next` and the like are indexes of others. */
export type Instruction =
  | { op: 'set'; has: (point: number) => boolean; next: number }
  /** Goes on in both places, of which the first is preferred. */
  | { op: 'split'; first: number; second: number }
  | { op: 'assert'; kind: Re2Assertion; next: number }
  | { op: 'match' }

/** A pattern as steps of a machine that never goes back in the text, so that its time is linear in it. */
export interface Program {
  instructions: readonly Instruction[]
  start: number
  /** Matches can begin at the start of the text only. */
  isAnchored: boolean
}

const MAX_INSTRUCTIONS = 20_000

/** Turns a pattern into a program. Repetitions are written out, up to a limit. */
export function compileProgram(root: Re2Node, pattern: string): Program {
  const instructions: Instruction[] = [{ op: 'match' }]
  const add = (instruction: Instruction): number => {
    if (instructions.length >= MAX_INSTRUCTIONS) throw new Re2SyntaxError('expression too large', pattern)
    return instructions.push(instruction) - 1
  }
  return { instructions, start: emit(root, 0, { add, instructions }), isAnchored: beginsAtStart(root) }
}

interface Output {
  add(instruction: Instruction): number
  instructions: Instruction[]
}

/** Adds the steps of a node that go on at `next`, and returns where they begin. */
function emit(node: Re2Node, next: number, output: Output): number {
  switch (node.type) {
    case 'empty':
      return next
    case 'set':
      return output.add({ op: 'set', has: setMembership(node.source, node.isNegated), next })
    case 'assertion':
      return output.add({ op: 'assert', kind: node.kind, next })
    case 'group':
      return emit(node.part, next, output)
    case 'concat':
      return node.parts.reduceRight((after, part) => emit(part, after, output), next)
    case 'alternate':
      return node.parts
        .map((part) => emit(part, next, output))
        .reduceRight((second, first) => output.add({ op: 'split', first, second }))
    case 'repeat':
      return emitRepeat(node, next, output)
  }
}

function emitRepeat(node: Re2Node & { type: 'repeat' }, next: number, output: Output): number {
  let start = node.max === Number.POSITIVE_INFINITY ? emitLoop(node, next, output) : next
  const optional = node.max === Number.POSITIVE_INFINITY ? 0 : node.max - node.min
  for (let count = 0; count < optional; count++) {
    start = output.add(choice(emit(node.part, start, output), next, node.isLazy))
  }
  for (let count = 0; count < node.min; count++) start = emit(node.part, start, output)
  return start
}

function emitLoop(node: Re2Node & { type: 'repeat' }, next: number, output: Output): number {
  const loop = output.add(choice(next, next, false))
  output.instructions[loop] = choice(emit(node.part, loop, output), next, node.isLazy)
  return loop
}

const choice = (again: number, onward: number, isLazy: boolean): Instruction =>
  isLazy ? { op: 'split', first: onward, second: again } : { op: 'split', first: again, second: onward }

function beginsAtStart(node: Re2Node): boolean {
  switch (node.type) {
    case 'assertion':
      return node.kind === 'text-start'
    case 'group':
      return beginsAtStart(node.part)
    case 'concat':
      return node.parts[0] !== undefined && beginsAtStart(node.parts[0])
    case 'alternate':
      return node.parts.every(beginsAtStart)
    default:
      return false
  }
}

/** Equal sets are common in one pattern and among patterns. */
const memberships = new Map<string, (point: number) => boolean>()
const MAX_MEMBERSHIPS = 10_000

function setMembership(source: string, isNegated: boolean): (point: number) => boolean {
  const key = `[${isNegated ? '^' : ''}${source}]`
  let has = memberships.get(key)
  if (has === undefined) {
    const expression = new RegExp(key, 'u')
    has = (point) => expression.test(String.fromCodePoint(point))
    if (memberships.size >= MAX_MEMBERSHIPS) memberships.clear()
    memberships.set(key, has)
  }
  return has
}
