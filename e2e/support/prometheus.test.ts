import { describe, expect, it } from 'vitest'
import { parseMetrics, valueOfMetric } from './prometheus.ts'

const HEAD = '# HELP done_total What was done.\n# TYPE done_total counter\n'

describe('parseMetrics', () => {
  it('reads figures with their labels', () => {
    const families = parseMetrics(`${HEAD}done_total{who="a \\"b\\"\\n\\\\",what=""} 3\n`)

    expect(families.get('done_total')).toEqual({
      type: 'counter',
      help: 'What was done.',
      samples: [{ name: 'done_total', labels: { who: 'a "b"\n\\', what: '' }, value: 3 }],
    })
    expect(valueOfMetric(families, 'done_total', { what: '', who: 'a "b"\n\\' })).toBe(3)
    expect(valueOfMetric(families, 'done_total')).toBeUndefined()
  })

  it.each([
    [`${HEAD}done_total 1\ndone_total 2\n`, 'twice: done_total 2'],
    [`${HEAD}other_total 1\n`, 'not of done_total: other_total 1'],
    [`${HEAD}done_total Infinity1\n`, 'not a number: done_total Infinity1'],
    [`${HEAD}done_total{a=1} 1\n`, 'not labels: done_total{a=1} 1'],
    ['# HELP a A.\n# TYPE a counter\n', 'a is a counter'],
    ['# HELP a_total A.\n# TYPE a_total gauge\n', 'a_total is a gauge'],
    ['# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n', 'is no sum'],
    [`${HEAD}done_total 1`, 'the last line does not end'],
  ])('refuses %j', (text, message) => {
    expect(() => parseMetrics(text)).toThrow(message)
  })
})
