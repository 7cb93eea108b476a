import { createRandom } from '@skep/base'
import { expect, it } from 'vitest'
import { newInfraId } from './identity.ts'

it.each([
  ['demo', /^demo-[a-z0-9]{5}$/],
  ['a.b', /^a-b-[a-z0-9]{5}$/],
  ['a..b', /^a-b-[a-z0-9]{5}$/],
  ['a-very-long-name-for-a-cluster', /^a-very-long-name-for-[a-z0-9]{5}$/],
  ['a-very-long-name-that-ends', /^a-very-long-name-that-[a-z0-9]{5}$/],
])('names what is made for %s', (name, expected) => {
  const id = newInfraId(name, createRandom(1))

  expect(id).toMatch(expected)
  expect(id.length).toBeLessThanOrEqual(27)
})
