import { describe, expect, it } from 'vitest'
import { machineSelector, machineTemplateName, shortName, tokenSecretName, userDataSecretName } from './names.ts'

describe('names of what a node pool makes', () => {
  it('carry the hash of the configuration', () => {
    expect(tokenSecretName('workers', '0a1b2c3d')).toBe('token-workers-0a1b2c3d')
    expect(userDataSecretName('workers', '0a1b2c3d')).toBe('user-data-workers-0a1b2c3d')
  })

  it('of templates differ with the spec', () => {
    expect(machineTemplateName('workers', 'a')).toBe('workers-e40c292c')
  })

  it('of templates stay within 253 characters, and still differ', () => {
    const name = machineTemplateName('p'.repeat(250), 'a')
    expect(name).toHaveLength(253)
    expect(name).toMatch(/^p+-[0-9a-f]{8}-e40c292c$/)
  })

  it('select machines by cluster and pool', () => {
    expect(machineSelector('demo-x7k2p', 'demo', 'workers')).toBe('demo-x7k2p-demo-workers')
  })

  it('select machines by no more than 43 characters', () => {
    const name = machineSelector('a-rather-long-infra-x7k2p', 'a-rather-long-name', 'workers')
    expect(name).toHaveLength(43)
    expect(name).toMatch(/^a-rather-long-infra-x7k2p--[0-9a-f]{8}-workers$/)
  })

  it('forget a suffix for which there is no room', () => {
    expect(shortName('base', 's'.repeat(50), 43)).toMatch(/^base-[0-9a-f]{8}$/)
  })
})
