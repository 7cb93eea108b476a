import { describe, expect, it } from 'vitest'
import { refusal, refusalOfUpdate } from '../test/objects.ts'
import { StorageVersionMigration } from './storage-version-migration.ts'

const crontabs = { group: 'stable.example.com', resource: 'crontabs' }

describe('a StorageVersionMigration', () => {
  it.each([
    [{}, ['spec.resource.resource: Required value: resource is required to be set']],
    [
      { spec: { resource: { group: '', resource: '9s' } } },
      [
        `spec.resource.resource: Invalid value: "9s": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
      ],
    ],
    [{ spec: { resource: crontabs } }, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(StorageVersionMigration, wanted)).toEqual(messages)
  })

  it('keeps what it migrates', () => {
    const secrets = { spec: { resource: { group: '', resource: 'secrets' } } }

    expect(refusalOfUpdate(StorageVersionMigration, { spec: { resource: crontabs } }, secrets)).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/),
    ])
  })
})
