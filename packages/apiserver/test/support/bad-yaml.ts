import { post } from './bad-bodies.ts'
import { type BadRequest, times } from './cases.ts'
import { SAMPLES } from './samples.ts'

/** Each line refers nine times to the one before. */
const BILLION_LAUGHS = times(30, (level) => {
  const items = times(9, () => (level === 0 ? 'x' : `*a${level - 1}`))
  return `a${level}: &a${level} [${items.join(',')}]`
}).join('\n')

const TEXTS: Readonly<Record<string, string>> = {
  'a billion laughs': BILLION_LAUGHS,
  'an alias of itself': 'a: &a [*a]',
  'an alias of nothing': 'a: *b',
  'a merge of nothing': '<<: *b',
  'a merge of a list': '<<: [1, 2]',
  'an unknown tag': 'a: !!js/function "function () {}"',
  'binary data': 'a: !!binary "%%%"',
  'two documents': 'a: 1\n---\nb: 2',
  tabs: 'a:\n\t- b',
  'a key twice': 'a: 1\na: 2',
  'a key that is a list': '? [1, 2]\n: 3',
  'an open quote': 'a: "b',
  'an open list': '['.repeat(5_000),
  'deep nesting': times(3_000, (depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'flow nesting': `${'{a: '.repeat(3_000)}1${'}'.repeat(3_000)}`,
  'a list of lists': `${'- '.repeat(3_000)}a`,
  'not a number': 'metadata: .nan',
  'a date': 'metadata: 2001-12-14t21:59:43.10-05:00',
  'control characters': 'a: \u0001\u0007',
  'a directive': '%YAML 9.9\n---\na: 1',
}

/** YAML that says one thing and means a million, or nothing. */
export const hostileYaml = (): BadRequest[] =>
  Object.entries(TEXTS).flatMap(([what, text]) =>
    SAMPLES.slice(-3).map((sample) => post(`YAML with ${what}`, sample, text, 'application/yaml')),
  )
