import { expect, it } from 'vitest'
import { patchJson } from './json-patch.ts'
import { JsonPatchError } from './json-patch-error.ts'

const document = { name: 'blue', pools: [{ name: 'worker', replicas: 3 }], 'a/b': 1 }

it.each([
  [
    { op: 'add', path: '/region', value: 'west' },
    { ...document, region: 'west' },
  ],
  [
    { op: 'add', path: '/pools/-', value: 1 },
    { ...document, pools: [...document.pools, 1] },
  ],
  [
    { op: 'replace', path: '/pools/0/replicas', value: 5 },
    { ...document, pools: [{ name: 'worker', replicas: 5 }] },
  ],
  [
    { op: 'remove', path: '/a~1b' },
    { name: 'blue', pools: document.pools },
  ],
  [
    { op: 'move', path: '/pools', from: '/name' },
    { pools: 'blue', 'a/b': 1 },
  ],
  [
    { op: 'copy', path: '/other', from: '/name' },
    { ...document, other: 'blue' },
  ],
  [{ op: 'test', path: '/name', value: 'blue' }, document],
])('%j changes a copy of the document', (step, expected) => {
  const before = structuredClone(document)
  expect(patchJson(document, [step])).toEqual(expected)
  expect(document).toEqual(before)
})

it.each([
  [{ op: 'remove', path: '/nothing' }, 'Unable to remove nonexistent key: nothing'],
  [{ op: 'add', path: '/nothing/name', value: 1 }, 'doc is missing path: /nothing/name'],
  [{ op: 'add', path: '/pools/9', value: 1 }, 'Unable to access invalid index: 9'],
  [{ op: 'test', path: '/name', value: 'green' }, 'testing value /name failed'],
  [{ op: 'shout', path: '/name' }, 'Unexpected kind: shout'],
  [{ op: 'replace', path: '', value: 1 }, 'replace operation value must be object or array'],
])('%j cannot be done', (step, message) => {
  expect(() => patchJson(document, [step])).toThrow(new JsonPatchError(message))
})

it('adds what it is to replace and is not there, and counts back from the end, as Kubernetes does', () => {
  const patched = patchJson({ list: [1, 2, 3] }, [
    { op: 'replace', path: '/new', value: 'x' },
    { op: 'remove', path: '/list/-1' },
  ])
  expect(patched).toEqual({ list: [1, 2], new: 'x' })
})
