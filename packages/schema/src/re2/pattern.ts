import { parseRe2 } from './parse.ts'
import type { Re2Assertion, Re2Node } from './syntax.ts'

const ASSERTIONS: Record<Re2Assertion, string> = {
  'text-start': '^',
  'text-end': '$',
  'line-start': '(?<=^|\\n)',
  'line-end': '(?=$|\\n)',
  'word-boundary': '\\b',
  'no-word-boundary': '\\B',
}

/** Turns a pattern in Go's syntax into a regular expression; throws `Re2SyntaxError` where Go would refuse it. */
export const compileRe2 = (pattern: string): RegExp => new RegExp(print(parseRe2(pattern)), 'u')

function print(node: Re2Node): string {
  switch (node.type) {
    case 'empty':
      return '(?:)'
    case 'set':
      return `[${node.isNegated ? '^' : ''}${node.source}]`
    case 'assertion':
      return ASSERTIONS[node.kind]
    case 'concat':
      return node.parts.map(print).join('')
    case 'alternate':
      return `(?:${node.parts.map(print).join('|')})`
    case 'group':
      return `(?:${print(node.part)})`
    case 'repeat':
      return `(?:${print(node.part)})${quantifier(node.min, node.max)}${node.isLazy ? '?' : ''}`
  }
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `{${min},}`
  return min === max ? `{${min}}` : `{${min},${max}}`
}
