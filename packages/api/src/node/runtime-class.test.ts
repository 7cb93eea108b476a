import { describe, expect, it } from 'vitest'
import { refusal, refusalOfUpdate } from '../test/objects.ts'
import { RuntimeClass } from './runtime-class.ts'

describe('a RuntimeClass', () => {
  it.each([
    [{}, ['handler: Required value']],
    [{ handler: 'a.b' }, ['handler: Invalid value: "a.b": must not contain dots']],
    [
      {
        handler: 'h',
        scheduling: {
          tolerations: [
            { key: 'k', operator: 'Exists' },
            { key: 'k', operator: 'Exists' },
          ],
        },
      },
      ['scheduling.tolerations[1]: Duplicate value: {"key":"k","operator":"Exists"}'],
    ],
    [{ handler: 'h', scheduling: { nodeSelector: { a: 'b' } }, overhead: { podFixed: { cpu: '10m' } } }, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(RuntimeClass, wanted)).toEqual(messages)
  })

  it('keeps its handler', () => {
    expect(refusalOfUpdate(RuntimeClass, { handler: 'x' }, { handler: 'y' })).toEqual([
      'handler: Invalid value: null: field is immutable',
    ])
  })
})
