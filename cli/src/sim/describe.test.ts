import { describe, expect, it } from 'vitest'
import { describeOverrides, describeTime } from './describe.ts'

const red = { kind: 'HostedCluster', namespace: 'clusters', name: 'red' }
const broken = { condition: 'Broken', reason: 'NoDisk', message: 'the disk is full' }

describe('describeOverrides', () => {
  it('says at which state something fails', () => {
    const text = describeOverrides([
      { ...red, override: { failure: { ...broken, state: 'Etcd' } } },
      { ...red, name: 'slow', override: { delaySeconds: 30 } },
      { ...red, name: 'bad', override: { failure: broken } },
    ])

    expect(text.split('\n')).toEqual([
      'TYPE            NAMESPACE   NAME   STATE   DECISION',
      'HostedCluster   clusters    red    Etcd    fails: Broken, NoDisk, "the disk is full"',
      'HostedCluster   clusters    slow   every   takes 30 s',
      'HostedCluster   clusters    bad    first   fails: Broken, NoDisk, "the disk is full"',
    ])
  })

  it('says so when there are none', () => {
    expect(describeOverrides([])).toBe('Nothing was decided for single objects.')
  })
})

describe('describeTime', () => {
  it('says in a word that time stands still', () => {
    const now = '2026-01-02T03:04:05Z'

    expect(describeTime({ now, speed: 0 })).toMatch(/speed +paused$/)
    expect(describeTime({ now, speed: 60 })).toMatch(/speed +60x$/)
  })
})
