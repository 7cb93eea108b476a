import { describe, expect, it } from 'vitest'
import { mergeManifest, newObject } from './merge-manifest.ts'

const owner = { apiVersion: 'work.open-cluster-management.io/v1', kind: 'AppliedManifestWork', name: 'w', uid: 'u9' }
const manifest = (metadata: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'it', ...metadata },
  data: { a: '1' },
})
const stored = (metadata: object) => ({
  ...manifest({}),
  metadata: { name: 'it', uid: 'u1', resourceVersion: '7', ...metadata },
})

describe('merging a manifest into an object', () => {
  it('takes labels and annotations away whose names end in a dash', () => {
    const existing = stored({ labels: { old: 'x', kept: 'x' }, annotations: { old: 'x' } })

    const { metadata } = mergeManifest(
      existing,
      manifest({ labels: { 'old-': '' }, annotations: { 'old-': '' } }),
      owner,
      false,
    )

    expect(metadata.labels).toEqual({ kept: 'x' })
    expect(metadata.annotations).toBeUndefined()
  })

  it('gives the same object when there is nothing to change', () => {
    const existing = stored({ labels: { theirs: 'x' }, ownerReferences: [owner], finalizers: ['f'] })

    expect(mergeManifest(existing, manifest({ labels: { 'gone-': '' } }), owner, true)).toBe(existing)
  })

  it('takes the place of an owner of its name that was made anew', () => {
    const other = { ...owner, name: 'v', uid: 'u8' }
    const existing = stored({ ownerReferences: [{ ...owner, uid: 'former' }, other] })

    expect(mergeManifest(existing, manifest({}), owner, true).metadata.ownerReferences).toEqual([other, owner])
    expect(mergeManifest(existing, manifest({}), owner, false).metadata.ownerReferences).toEqual([other])
  })
})

it('creates an object without what is to be taken away', () => {
  const { metadata } = newObject(manifest({ labels: { 'old-': '', new: 'y' } }), owner, true)

  expect(metadata).toEqual({ name: 'it', labels: { new: 'y' }, ownerReferences: [owner] })
})
