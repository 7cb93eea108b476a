import { describe, expect, it } from 'vitest'
import { describeOverrides } from './describe.ts'

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
