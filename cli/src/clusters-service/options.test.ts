import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authenticatorOf, catalogFilesOf, databaseUrlOf, parseAddress, parseEnvironment } from './options.ts'

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

  it('says at the start what is wrong with where keys are, not at the first token', () => {
    expect(() => authenticatorOf({ jwksUrl: [], jwksFile: ['/nowhere.json'] })).toThrow('/nowhere.json cannot be read')
    expect(() => authenticatorOf({ jwksUrl: ['ftp:/keys'], jwksFile: [] })).toThrow('--jwks-url "ftp:/keys" is not')
  })
})

describe('databaseUrlOf', () => {
  it('puts parts together, with TLS in the one mode that means the same to every version of the driver', () => {
    const parts = { dataDir: '', dbHost: 'db.example.com', dbName: 'clusters', dbUser: 'skep' }

    expect(databaseUrlOf(parts)).toBe('postgres://skep@db.example.com:5432/clusters?sslmode=verify-full')
    expect(databaseUrlOf({ ...parts, dbDisableTls: true })).toBe('postgres://skep@db.example.com:5432/clusters')
  })
})

describe('parseEnvironment', () => {
  it('takes what names of namespaces may have in them', () => {
    expect(parseEnvironment('staging-2')).toBe('staging-2')
  })

  it.each(['', 'A B', '-x', 'x'.repeat(27)])('refuses "%s"', (text) => {
    expect(() => parseEnvironment(text)).toThrow('it is part of names')
  })
})
