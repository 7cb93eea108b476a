import { describe, expect, it } from 'vitest'
import { parseAsked } from './asked.ts'

describe('what somebody asks about', () => {
  it.each([
    ['hc', 'blue'],
    ['hc/blue', undefined],
  ])('is read from %s %s', (first, second) => {
    expect(parseAsked(first, second)).toEqual({ kind: 'hc', name: 'blue' })
  })

  it('may name the group of the kind, as kubectl prints it', () => {
    expect(parseAsked('machine.cluster.x-k8s.io/m1', undefined)).toEqual({
      kind: 'machine.cluster.x-k8s.io',
      name: 'm1',
    })
  })

  it.each([
    ['hc', undefined],
    ['hc/', undefined],
    ['/blue', undefined],
    ['hc/blue', 'blue'],
    ['hc', 'clusters/blue'],
    ['hc/clusters/blue', undefined],
  ])('is refused in the form %s %s', (first, second) => {
    expect(() => parseAsked(first, second)).toThrow('say what to explain as KIND NAME or KIND/NAME')
  })
})
