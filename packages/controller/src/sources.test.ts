import type { Stored } from '@skep/client'
import type { OwnerReference } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { controllerKey, decodeKey, encodeKey, labelledKey, specChanged } from './sources.ts'
import { Note } from './test/hub.ts'

const owned = (...ownerReferences: Partial<OwnerReference>[]): Stored => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    namespace: 'default',
    name: 'owned',
    uid: '1',
    resourceVersion: '1',
    labels: { note: 'blue', 'note-namespace': 'elsewhere' },
    ownerReferences: ownerReferences.map((reference) => ({
      apiVersion: 'test.skep.dev/v2',
      kind: 'Note',
      name: 'owner',
      uid: '2',
      controller: true,
      ...reference,
    })),
  },
})

describe('controllerKey', () => {
  it('names the owner, whatever the version it was named in', () => {
    expect([...controllerKey(Note)(owned({}))]).toEqual([{ namespace: 'default', name: 'owner' }])
  })

  it('knows that a cluster-wide owner has no namespace', () => {
    expect([...controllerKey({ ...Note, scope: 'Cluster' })(owned({}))]).toEqual([{ name: 'owner' }])
  })

  it('leaves out owners of other kinds and groups, and those that do not control', () => {
    const object = owned(
      { kind: 'Other' },
      { apiVersion: 'other.skep.dev/v1' },
      { apiVersion: 'v1' },
      { controller: false },
    )

    expect([...controllerKey(Note)(object)]).toEqual([])
  })
})

describe('labelledKey', () => {
  it('names an object in the same namespace, or where another label says', () => {
    expect([...labelledKey({ name: 'note' })(owned())]).toEqual([{ namespace: 'default', name: 'blue' }])
    expect([...labelledKey({ name: 'note', namespace: 'note-namespace' })(owned())]).toEqual([
      { namespace: 'elsewhere', name: 'blue' },
    ])
    expect([...labelledKey({ name: 'nothing' })(owned())]).toEqual([])
  })
})

describe('specChanged', () => {
  const at = (generation: number, deletionTimestamp?: string): Stored => {
    const object = owned()
    return { ...object, metadata: { ...object.metadata, generation, deletionTimestamp } }
  }

  it('is so for a new spec, and for the wish to be gone', () => {
    expect(specChanged({ type: 'updated', previous: at(1), object: at(2) })).toBe(true)
    expect(specChanged({ type: 'updated', previous: at(1), object: at(1, '2030-01-01T00:00:00Z') })).toBe(true)
    expect(specChanged({ type: 'added', object: at(1) })).toBe(true)
    expect(specChanged({ type: 'updated', previous: at(1), object: at(1) })).toBe(false)
  })
})

describe('keys', () => {
  it('come back as they were', () => {
    expect(decodeKey(encodeKey({ namespace: 'default', name: 'blue' }))).toEqual({ namespace: 'default', name: 'blue' })
    expect(decodeKey(encodeKey({ name: 'blue' }))).toEqual({ name: 'blue' })
  })
})
