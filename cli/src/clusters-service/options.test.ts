import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authenticatorOf, catalogFilesOf, parseAddress } from './options.ts'

describe('parseAddress', () => {
  it.each([
    ['127.0.0.1:8000', { host: '127.0.0.1', port: 8000 }],
    [':8000', { host: '0.0.0.0', port: 8000 }],
    ['[::1]:8000', { host: '::1', port: 8000 }],
    ['8000', { port: 8000 }],
  ])('reads %s', (text, address) => {
    expect(parseAddress(text)).toEqual(address)
  })

  it.each(['', 'here', ':70000'])('refuses "%s"', (text) => {
    expect(() => parseAddress(text)).toThrow('is not an address')
  })
})

describe('catalogFilesOf', () => {
  it('reads the files that are named, and remembers where they are', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'skep-catalog-')), 'versions.yaml')
    writeFileSync(path, 'channelGroups: []\n')

    expect(catalogFilesOf({ aroHcpOcpVersionsConfigPath: path, regionConstraintsConfig: path })).toEqual({
      catalogFiles: { regionConstraints: { path, content: { channelGroups: [] } } },
      ocpVersionsFile: { path, content: { channelGroups: [] } },
    })
  })

  it('names the file that is not there', () => {
    expect(() => catalogFilesOf({ regionConstraintsConfig: '/nowhere.yaml' })).toThrow('/nowhere.yaml cannot be read')
  })
})

describe('authenticatorOf', () => {
  it('asks for no tokens where addresses of keys are left empty', () => {
    expect(authenticatorOf({ jwksUrl: [''], jwksFile: [''] })).toBeUndefined()
  })
})
