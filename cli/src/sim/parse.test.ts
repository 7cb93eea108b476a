import { describe, expect, it } from 'vitest'
import { parseObject, parseSeconds, parseSettings, parseSpeed } from './parse.ts'

describe('parseObject', () => {
  it('reads a namespace and a name', () => {
    expect(parseObject('team-a/blue')).toEqual({ namespace: 'team-a', name: 'blue' })
  })

  it('takes a name alone as one in the default namespace', () => {
    expect(parseObject('blue')).toEqual({ namespace: 'default', name: 'blue' })
  })

  it.each(['', '/blue', 'team-a/', 'a/b/c'])('refuses "%s"', (text) => {
    expect(() => parseObject(text)).toThrow('an object is NAMESPACE/NAME')
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
