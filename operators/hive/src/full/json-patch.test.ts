import { expect, it } from 'vitest'
import { applyPatchSteps } from './json-patch.ts'

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
  expect(applyPatchSteps(document, [step])).toEqual(expected)
  expect(document).toEqual(before)
})

it.each([
  [{ op: 'replace', path: '/nothing', value: 1 }, 'there is nothing at /nothing'],
  [{ op: 'add', path: '/pools/9', value: 1 }, 'there is no index 9'],
  [{ op: 'test', path: '/name', value: 'green' }, 'the value at /name is another one'],
  [{ op: 'shout', path: '/name' }, 'there is no operation "shout"'],
  [{ op: 'replace', path: '', value: 1 }, 'the patch makes the document something else than an object'],
])('%j cannot be done', (step, message) => {
  expect(() => applyPatchSteps(document, [step])).toThrow(message)
})
