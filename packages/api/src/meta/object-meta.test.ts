import type { ObjectMeta } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { type ObjectMetaRules, validateObjectMeta, validateObjectMetaUpdate } from './object-meta.ts'

const rules: ObjectMetaRules = { nameRule: 'dns-subdomain', namespaced: true, qualifiedFinalizers: true }
const meta = (more: ObjectMeta = {}): ObjectMeta => ({ name: 'a', namespace: 'ns', ...more })
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u' }

describe('validateObjectMeta', () => {
  it('accepts plain metadata', () => {
    const errors = validateObjectMeta(
      meta({
        labels: { app: 'a' },
        annotations: { 'Example.COM/x': 'any text\n' },
        finalizers: ['example.com/f', 'orphan'],
        ownerReferences: [owner],
      }),
      rules,
    )

    expect(errors).toEqual([])
  })

  it.each<[string, ObjectMeta, string[]]>([
    ['a missing name', { namespace: 'ns' }, ['metadata.name: Required value: name or generateName is required']],
    ['a missing namespace', { name: 'a' }, ['metadata.namespace: Required value']],
    [
      'unqualified finalizers',
      meta({ finalizers: ['mine'] }),
      [
        'metadata.finalizers[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'finalizers that contradict each other',
      meta({ finalizers: ['foregroundDeletion', 'orphan'] }),
      [
        'metadata.finalizers: Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      'too many annotations',
      meta({ annotations: { big: 'a'.repeat(262_144) } }),
      ['metadata.annotations: Too long: may not be more than 262144 bytes'],
    ],
    [
      'empty owner references',
      meta({ ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] }),
      ['apiVersion', 'kind', 'name', 'uid'].map(
        (field) => `metadata.ownerReferences[0].${field}: Required value: must not be empty`,
      ),
    ],
    [
      'events as owners',
      meta({ ownerReferences: [{ uid: 'u', name: 'x', kind: 'Event', apiVersion: 'v1' }] }),
      [
        'metadata.ownerReferences[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"x","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    ],
    [
      'two controllers',
      meta({
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, name: 'y', uid: 'w', controller: true },
        ],
      }),
      [
        'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"u","controller":true},{"apiVersion":"v1","kind":"ConfigMap","name":"y","uid":"w","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for ConfigMap/x and ConfigMap/y',
      ],
    ],
    [
      'an operation that nobody knows',
      meta({ managedFields: [{ manager: 'm\u0001' }] }),
      [
        'metadata.managedFields[0].operation: Required value: must not be empty',
        'metadata.managedFields[0].manager: Invalid value: "m\\x01": invalid character U+0001 (at position 1)',
      ],
    ],
  ])('refuses %s', (_what, metadata, errors) => {
    expect(printed(validateObjectMeta(metadata, rules))).toEqual(errors)
  })

  it('refuses a namespace for kinds of the whole cluster', () => {
    expect(printed(validateObjectMeta(meta(), { ...rules, namespaced: false }))).toEqual([
      'metadata.namespace: Forbidden: not allowed on this type',
    ])
  })

  it('lets custom resources have finalizers without a domain', () => {
    expect(validateObjectMeta(meta({ finalizers: ['mine'] }), { nameRule: 'dns-subdomain', namespaced: true })).toEqual(
      [],
    )
  })
})

describe('validateObjectMetaUpdate', () => {
  it('keeps identity and times as they are', () => {
    const errors = validateObjectMetaUpdate(meta({ uid: 'other' }), meta({ uid: 'mine', generation: 2 }), rules)

    expect(printed(errors)).toEqual([
      'metadata.generation: Invalid value: 0: must not be decremented',
      'metadata.uid: Invalid value: "other": field is immutable',
    ])
  })

  it('refuses new finalizers on what is being deleted', () => {
    const stored = meta({ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/a'] })
    const errors = validateObjectMetaUpdate(
      { ...stored, finalizers: ['example.com/a', 'example.com/b'] },
      stored,
      rules,
    )

    expect(printed(errors)).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b"}',
    ])
  })
})
