import { describe, expect, it } from 'vitest'
import { parseObject, parseSeconds, parseSettings, parseSpeed } from './parse.ts'

describe('parseObject', () => {
  it('reads a namespace and a name', () => {
    expect(parseObject('hostedcluster', 'team-a/blue')).toEqual({ namespace: 'team-a', name: 'blue' })
  })

  it('reads a name alone where there are no namespaces', () => {
    expect(parseObject('ManagedClusters', 'blue')).toEqual({ name: 'blue' })
  })

  it.each(['', '/blue', 'team-a/', 'a/b/c'])('refuses "%s"', (text) => {
    expect(() => parseObject('nodepool', text)).toThrow('write NAMESPACE/NAME, such as default/')
  })

  it('refuses a name alone where there are namespaces, since it would be somewhere else', () => {
    expect(() => parseObject('nodepool', 'blue')).toThrow(
      '"blue" names no nodepool: write NAMESPACE/NAME, such as default/blue',
    )
  })

  it('refuses a namespace where there are none', () => {
    expect(() => parseObject('managedcluster', 'team-a/blue')).toThrow('write NAME, such as blue')
  })
})

describe('parseSpeed', () => {
  it('reads names and factors', () => {
    expect(['real', 'instant', 'paused', '60x', '0.5x'].map(parseSpeed)).toEqual(['real', 'instant', 0, 60, 0.5])
  })

  it.each(['fast', '-1x', '0x', 'x', ''])('refuses "%s"', (text) => {
    expect(() => parseSpeed(text)).toThrow('a speed is real, instant, paused or a factor such as 60x')
  })
})

describe('parseSeconds', () => {
  it('reads a number', () => {
    expect(parseSeconds('1.5')).toBe(1.5)
  })

  it('refuses what is not a number', () => {
    expect(() => parseSeconds('1m')).toThrow('expected a number of seconds')
  })
})

describe('parseSettings', () => {
  it('reads values as JSON where they are JSON', () => {
    expect(parseSettings(['delay=60', 'on=true', 'name=blue', 'list=[1]', 'text=a=b'])).toEqual({
      delay: 60,
      on: true,
      name: 'blue',
      list: [1],
      text: 'a=b',
    })
  })

  it('refuses what has no name', () => {
    expect(() => parseSettings(['=60'])).toThrow('"=60" is not of the form field=value')
  })
})
