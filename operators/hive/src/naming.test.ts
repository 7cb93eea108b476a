import { createRandom } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { deploymentNames, hashName, joinName, newInfraId, provisionNames } from './naming.ts'

describe('names of Hive objects', () => {
  it('join base and suffix while they fit into 63 characters', () => {
    expect(joinName('demo', 'imageset')).toBe('demo-imageset')
    expect(joinName('a'.repeat(54), 'imageset')).toHaveLength(63)
  })

  it('keep the suffix and put a hash in place of what was cut off', () => {
    const name = joinName('a'.repeat(60), 'imageset')
    expect(name).toBe(`${'a'.repeat(45)}-${hashName('a'.repeat(60))}-imageset`)
    expect(name).toHaveLength(63)
  })

  it('cut the suffix as well when it alone is too long', () => {
    const name = joinName('b'.repeat(60), 's'.repeat(60))
    expect(name).toBe(`${'b'.repeat(54)}-${hashName(`${'b'.repeat(60)}-${'s'.repeat(60)}`)}`)
    expect(name).toHaveLength(63)
  })

  it('hash with FNV-1a', () => {
    expect(hashName('')).toBe('811c9dc5')
    expect(hashName('foobar')).toBe('bf9cf968')
  })

  it('are those that Hive users know', () => {
    expect(deploymentNames.dnsZone('demo')).toBe('demo-zone')
    expect(deploymentNames.provision('demo', 2, createRandom(1))).toMatch(/^demo-2-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    expect(provisionNames.job('demo-0-x7k2p')).toBe('demo-0-x7k2p-provision')
    expect(newInfraId('a-very-long-cluster-name-indeed', createRandom(1))).toMatch(
      /^a-very-long-cluster-n-[^aeiou]{5}$/,
    )
  })
})
