import { type Json, type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { applyStrategicMergePatch } from './strategic.ts'

const container = s.object({
  name: s.string(),
  image: s.optional(s.string()),
  env: s.optional(
    s.array(s.object({ name: s.string(), value: s.optional(s.string()) }), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    }),
  ),
  args: s.optional(s.array(s.string())),
})
const template = s.object({
  metadata: s.object({
    labels: s.optional(s.map(s.string())),
    finalizers: s.optional(s.array(s.string(), { patchStrategy: 'merge' })),
  }),
  strategy: s.optional(
    s.object({ type: s.string(), rollingUpdate: s.optional(s.anyObject()) }, { patchStrategy: 'retainKeys' }),
  ),
  containers: s.array(container, { patchStrategy: 'merge', patchMergeKey: 'name' }),
  selector: s.optional(s.map(s.string(), { patchStrategy: 'replace' })),
  unkeyed: s.optional(s.array(s.anyObject(), { patchStrategy: 'merge' })),
  lazy: s.optional(s.lazy(() => container)),
}).node

const patched = (document: JsonObject, patch: Json) => applyStrategicMergePatch(document, patch, template)
const one = {
  name: 'one',
  image: 'i:1',
  env: [
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
  ],
}
const two = { name: 'two', image: 'i:2' }

describe('a strategic merge patch', () => {
  const cases: { name: string; document: JsonObject; patch: JsonObject; expected: JsonObject }[] = [
    {
      name: 'merges list items by their key, at every depth',
      document: { containers: [one, two] },
      patch: {
        containers: [
          {
            name: 'one',
            env: [
              { name: 'B', value: '20' },
              { name: 'C', value: '3' },
            ],
          },
        ],
      },
      expected: {
        containers: [
          {
            name: 'one',
            image: 'i:1',
            env: [
              { name: 'A', value: '1' },
              { name: 'B', value: '20' },
              { name: 'C', value: '3' },
            ],
          },
          two,
        ],
      },
    },
    {
      name: 'puts new items before those that the patch does not name',
      document: { containers: [one, two] },
      patch: { containers: [{ name: 'three', image: 'i:3' }] },
      expected: { containers: [{ name: 'three', image: 'i:3' }, one, two] },
    },
    {
      name: 'replaces lists without a strategy',
      document: { containers: [{ name: 'one', args: ['x', 'y'] }] },
      patch: { containers: [{ name: 'one', args: ['z'] }] },
      expected: { containers: [{ name: 'one', args: ['z'] }] },
    },
    {
      name: 'merges lists of plain values as sets, new values first',
      document: { metadata: { finalizers: ['example.com/b'] } },
      patch: { metadata: { finalizers: ['example.com/c'] } },
      expected: { metadata: { finalizers: ['example.com/c', 'example.com/b'] } },
    },
    {
      name: 'removes members that are null',
      document: { containers: [one] },
      patch: { containers: [{ name: 'one', image: null, env: null }] },
      expected: { containers: [{ name: 'one' }] },
    },
    {
      name: 'deletes a list item with $patch: delete',
      document: { containers: [one] },
      patch: { containers: [{ name: 'one', env: [{ name: 'A', $patch: 'delete' }] }] },
      expected: { containers: [{ name: 'one', image: 'i:1', env: [{ name: 'B', value: '2' }] }] },
    },
    {
      name: 'replaces a list with an item that says $patch: replace',
      document: { containers: [one, two] },
      patch: { containers: [{ $patch: 'replace' }, { name: 'sole', image: 'i:1' }] },
      expected: { containers: [{ name: 'sole', image: 'i:1' }] },
    },
    {
      name: 'replaces an object with $patch: replace',
      document: { metadata: { labels: { app: 'a', more: 'b' } } },
      patch: { metadata: { labels: { $patch: 'replace', only: 'this' } } },
      expected: { metadata: { labels: { only: 'this' } } },
    },
    {
      name: 'empties an object with $patch: delete',
      document: { metadata: { labels: { app: 'a' } } },
      patch: { metadata: { $patch: 'delete' } },
      expected: { metadata: {} },
    },
    {
      name: 'does not keep a directive for what is not there',
      document: { metadata: {} },
      patch: { metadata: { labels: { $patch: 'delete' } }, containers: [{ name: 'x', $patch: 'delete' }, two] },
      expected: { metadata: {}, containers: [two] },
    },
    {
      name: 'replaces maps whose strategy is replace',
      document: { selector: { app: 'a' } },
      patch: { selector: { tier: 'b' } },
      expected: { selector: { tier: 'b' } },
    },
    {
      name: 'deletes values from a list of plain values',
      document: { metadata: { finalizers: ['example.com/a', 'example.com/b'] } },
      patch: { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'] } },
      expected: { metadata: { finalizers: ['example.com/b'] } },
    },
    {
      name: 'lets deletion win over addition in one patch',
      document: { metadata: { finalizers: ['a'] } },
      patch: { metadata: { '$deleteFromPrimitiveList/finalizers': ['b'], finalizers: ['b', 'c'] } },
      expected: { metadata: { finalizers: ['c', 'a'] } },
    },
    {
      name: 'orders items as $setElementOrder says',
      document: { containers: [one, two] },
      patch: {
        '$setElementOrder/containers': [{ name: 'two' }, { name: 'one' }],
        containers: [{ name: 'two', image: 'i:9' }],
      },
      expected: { containers: [{ name: 'two', image: 'i:9' }, one] },
    },
    {
      name: 'orders without changing, and leaves unnamed items in their place',
      document: { containers: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
      patch: { '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }] },
      expected: { containers: [{ name: 'b' }, { name: 'c' }, { name: 'a' }] },
    },
    {
      name: 'orders plain values that are new',
      document: { metadata: {} },
      patch: { metadata: { '$setElementOrder/finalizers': ['x', 'y'], finalizers: ['x', 'y'] } },
      expected: { metadata: { finalizers: ['x', 'y'] } },
    },
    {
      name: 'keeps only what $retainKeys names',
      document: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } } },
      patch: { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      expected: { strategy: { type: 'Recreate' } },
    },
    {
      name: 'takes the patch where types differ',
      document: { containers: 'odd' },
      patch: { containers: [{ name: 'one', image: null }] },
      expected: { containers: [{ name: 'one' }] },
    },
    {
      name: 'sees through schemas that refer to others',
      document: { lazy: one },
      patch: { lazy: { env: [{ name: 'A', value: '9' }] } },
      expected: {
        lazy: {
          ...one,
          env: [
            { name: 'A', value: '9' },
            { name: 'B', value: '2' },
          ],
        },
      },
    },
  ]
  it.each(cases)('$name', ({ document, patch, expected }) => {
    const before = structuredClone({ document, patch })

    expect(patched(document, patch)).toEqual(expected)
    expect({ document, patch }).toEqual(before)
  })

  it.each<[string, Json, Partial<Record<'reason' | 'code' | 'message', string | number>>]>([
    [
      'an item without its merge key',
      { containers: [{ image: 'no-name' }] },
      { code: 500, reason: '', message: 'map: map[image:no-name] does not contain declared merge key: name' },
    ],
    [
      'an unknown directive in an item',
      { containers: [{ name: 'one', $patch: 'wrong' }] },
      { code: 500, reason: '', message: 'unknown patch type: wrong in map: map[$patch:wrong name:one]' },
    ],
    [
      'an unknown directive in an object',
      { metadata: { $patch: 'merge' } },
      { code: 500, message: 'unknown patch type: merge in map: map[$patch:merge]' },
    ],
    [
      'merge as a directive of lists',
      { containers: [{ $patch: 'merge' }] },
      { code: 500, message: 'merging lists cannot yet be specified in the patch' },
    ],
    [
      'a patch that is a list',
      [1],
      { code: 400, message: 'json: cannot unmarshal array into Go value of type map[string]interface {}' },
    ],
    [
      'keys that $retainKeys does not name',
      { metadata: { $retainKeys: ['labels'], finalizers: [] } },
      { code: 400, message: 'invalid patch format of retainKeys' },
    ],
    [
      'an order that is no list',
      { '$setElementOrder/containers': 'x' },
      { code: 400, message: 'invalid patch format of setElementOrder list' },
    ],
    [
      'a deletion that names no list',
      { metadata: { $deleteFromPrimitiveList: ['x'] } },
      { code: 400, message: 'invalid patch format of primitive list' },
    ],
    ['lists inside lists', { metadata: { finalizers: [['x']] } }, { code: 422, reason: 'Invalid' }],
    [
      'items of different types',
      { metadata: { finalizers: [{ a: 1 }] } },
      { code: 500, message: 'list element types are not identical: [[f] [map[a:1]]]' },
    ],
    [
      'items that contradict the order given with them',
      {
        '$setElementOrder/containers': [{ name: 'two' }, { name: 'one' }],
        containers: [{ name: 'one' }, { name: 'two' }],
      },
      { code: 500 },
    ],
    ['a merged list of objects without a key', { unkeyed: [{ a: 1 }] }, { code: 500 }],
  ])('refuses %s', (_, patch, expected) => {
    const document = { metadata: { finalizers: ['f'] }, containers: [one, two], unkeyed: [{ b: 1 }] }

    expect(() => patched(document, patch)).toThrow(expect.objectContaining(expected))
  })
})
