import type { Json, JsonObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { applyMergePatch } from './merge-patch.ts'

describe('applyMergePatch', () => {
  const cases: { name: string; document: JsonObject; patch: JsonObject; expected: JsonObject }[] = [
    {
      name: 'merges objects and removes what is null',
      document: { spec: { map: { a: 'b' }, n: 1, keep: true } },
      patch: { spec: { map: { a: null, c: 'd' }, n: null } },
      expected: { spec: { map: { c: 'd' }, keep: true } },
    },
    {
      name: 'replaces lists',
      document: { spec: { items: [{ name: 'x' }, { name: 'y' }] } },
      patch: { spec: { items: [{ name: 'y', value: '3' }] } },
      expected: { spec: { items: [{ name: 'y', value: '3' }] } },
    },
    {
      name: 'drops nulls from objects that are new, also inside lists',
      document: {},
      patch: { a: { b: null, c: 1 }, list: [{ d: null, e: 2 }, null] },
      expected: { a: { c: 1 }, list: [{ e: 2 }, null] },
    },
    { name: 'replaces an object by a value', document: { a: { b: 1 } }, patch: { a: 'x' }, expected: { a: 'x' } },
    { name: 'replaces a value by an object', document: { a: 'x' }, patch: { a: { b: 1 } }, expected: { a: { b: 1 } } },
    { name: 'ignores null for what is not there', document: { a: 1 }, patch: { b: null }, expected: { a: 1 } },
    {
      name: 'does not take inherited members for the document’s own',
      document: { a: 1 },
      patch: { constructor: { name: 'x', gone: null } },
      expected: { a: 1, constructor: { name: 'x' } },
    },
  ]
  it.each(cases)('$name', ({ document, patch, expected }) => {
    const before = structuredClone({ document, patch })

    expect(applyMergePatch(document, patch)).toEqual(expected)
    expect({ document, patch }).toEqual(before)
  })

  it('shares what the patch does not touch', () => {
    const document = { spec: { a: { b: 1 }, c: { d: 2 } } }

    const merged = applyMergePatch(document, { spec: { c: { d: 3 } } }) as typeof document

    expect(merged.spec.a).toBe(document.spec.a)
  })

  it('keeps a member named __proto__ a member', () => {
    const patch = JSON.parse('{"data":{"__proto__":{"polluted":true}}}')

    expect(JSON.stringify(applyMergePatch({ data: {} }, patch))).toBe('{"data":{"__proto__":{"polluted":true}}}')
  })

  it.each<[Json, string]>([
    [[], 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['x', 'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}'],
    [null, 'Invalid JSON Patch'],
  ])('answers 400 to a patch that is %j', (patch, message) => {
    expect(() => applyMergePatch({}, patch)).toThrow(expect.objectContaining({ reason: 'BadRequest', message }))
  })
})
