import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import type { DeleteOptions, ServedResource } from '../contracts.ts'
import { planDeletion, planNamespaceDeletion } from './deletion-plan.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')
// The plan looks at nothing else of a resource.
const widgets = { group: 'example.com', resource: 'widgets', kind: 'Widget' } as ServedResource
const pods = {
  group: '',
  resource: 'pods',
  kind: 'Pod',
  rules: { gracePeriodSeconds: (_pod, requested) => requested ?? 30 },
} as ServedResource

const object = (metadata: KubeObject['metadata'] = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Any',
  metadata: { name: 'a', uid: 'u-1', resourceVersion: '5', ...metadata },
})
const plan = (resource: ServedResource, metadata: KubeObject['metadata'], options: DeleteOptions = {}) =>
  planDeletion(resource, object(metadata), options, NOW)

describe('deleting an object', () => {
  it('removes it at once when nothing holds it', () => {
    expect(plan(widgets, {})).toMatchObject({ action: 'remove', object: { metadata: { name: 'a' } } })
  })

  it('marks it while finalizers hold it', () => {
    expect(plan(widgets, { finalizers: ['example.com/x'], generation: 3 })).toMatchObject({
      action: 'mark',
      object: {
        metadata: { deletionTimestamp: '2030-01-01T00:00:00Z', deletionGracePeriodSeconds: 0, generation: 4 },
      },
    })
  })

  it.each([
    [{ propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
    [{ propagationPolicy: 'Orphan' }, ['orphan']],
    [{ orphanDependents: true }, ['orphan']],
  ] as [DeleteOptions, string[]][])('with %j waits for the garbage collector', (options, finalizers) => {
    expect(plan(widgets, {}, options)).toMatchObject({ action: 'mark', object: { metadata: { finalizers } } })
  })

  it('in the background forgets an earlier wish to orphan', () => {
    expect(plan(widgets, { finalizers: ['orphan'] }, { propagationPolicy: 'Background' })).toMatchObject({
      action: 'remove',
    })
  })

  it('gives a pod its grace period, which a later request can only shorten', () => {
    const graceful = { deletionTimestamp: '2030-01-01T00:00:20Z', deletionGracePeriodSeconds: 20 }

    expect(plan(pods, {}, { gracePeriodSeconds: 20 })).toMatchObject({ action: 'mark', object: { metadata: graceful } })
    expect(plan(pods, graceful, { gracePeriodSeconds: 25 })).toEqual({ action: 'wait' })
    expect(plan(pods, graceful, { gracePeriodSeconds: 5 })).toMatchObject({
      action: 'mark',
      object: { metadata: { deletionTimestamp: '2030-01-01T00:00:05Z', deletionGracePeriodSeconds: 5 } },
    })
    expect(plan(pods, graceful, { gracePeriodSeconds: 0 })).toMatchObject({ action: 'remove' })
  })

  it('takes a negative grace period for a second', () => {
    expect(plan(pods, {}, { gracePeriodSeconds: -5 })).toMatchObject({
      object: { metadata: { deletionGracePeriodSeconds: 1 } },
    })
  })

  it('refuses when the object is not the one that was meant', () => {
    expect(() => plan(widgets, {}, { preconditions: { uid: 'u-2' } })).toThrow(
      'Operation cannot be fulfilled on Widget.example.com "a": the UID in the precondition (u-2) does not match the UID in record (u-1). The object might have been deleted and then recreated',
    )
    expect(() => plan(widgets, {}, { preconditions: { resourceVersion: '4' } })).toThrow(
      'the ResourceVersion in the precondition (4) does not match the ResourceVersion in record (5)',
    )
  })
})

describe('deleting a namespace', () => {
  const namespaces = { group: '', resource: 'namespaces', kind: 'Namespace' } as ServedResource

  it('starts its termination, and ends it when its own finalizers are gone', () => {
    const started = planNamespaceDeletion(namespaces, { ...object(), spec: { finalizers: ['kubernetes'] } }, {}, NOW)
    expect(started).toMatchObject({
      action: 'mark',
      object: { metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' }, status: { phase: 'Terminating' } },
    })

    const deleted = object({ deletionTimestamp: '2030-01-01T00:00:00Z' })
    expect(planNamespaceDeletion(namespaces, { ...deleted, spec: {} }, {}, NOW)).toMatchObject({ action: 'remove' })
  })
})
