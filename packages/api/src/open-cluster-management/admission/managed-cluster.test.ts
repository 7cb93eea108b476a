import { describe, expect, it } from 'vitest'
import type { ManagedCluster } from '../managed-cluster.ts'
import { defaultManagedCluster } from './managed-cluster.defaults.ts'
import { managedClusterPermissions, validateManagedCluster } from './managed-cluster.validate.ts'

const NOW = '2030-01-01T00:00:00Z'
const EARLIER = '2029-01-01T00:00:00Z'

const cluster = (
  spec: Partial<NonNullable<ManagedCluster['spec']>> = {},
  metadata: ManagedCluster['metadata'] = {},
): ManagedCluster => ({
  apiVersion: 'cluster.open-cluster-management.io/v1',
  kind: 'ManagedCluster',
  metadata: { name: 'demo', labels: { 'cluster.open-cluster-management.io/clusterset': 'gold' }, ...metadata },
  spec: { hubAcceptsClient: false, leaseDurationSeconds: 60, ...spec },
})
const taint = (timeAdded?: string, value = 'a') => ({
  key: 'full',
  value,
  effect: 'NoSelect' as const,
  ...(timeAdded ? { timeAdded } : {}),
})

describe('managed clusters that are refused', () => {
  it('have an address that is not https', () => {
    const configs = [{ url: 'http://a.example' }, { url: 'https://b.example' }, { url: 'c' }]

    expect(validateManagedCluster(cluster({ managedClusterClientConfigs: configs }))).toEqual({
      code: 400,
      reason: 'BadRequest',
      message: 'url "http://a.example" is invalid in client configs\nurl "c" is invalid in client configs',
    })
  })

  it('have a name that no namespace can have', () => {
    expect(validateManagedCluster(cluster({}, { name: 'a.b' }))?.message).toContain(
      'metadata.name format is not correct',
    )
    expect(validateManagedCluster(cluster())).toBeUndefined()
  })

  it.each([
    ['a new taint that says when it came', [taint(EARLIER)], []],
    ['a taint that changed and says when', [taint(EARLIER, 'b')], [taint(EARLIER)]],
    ['a taint that says another time than before', [taint(NOW)], [taint(EARLIER)]],
  ])('have %s', (_problem, taints, stored) => {
    expect(defaultManagedCluster(cluster({ taints }), cluster({ taints: stored }), NOW)).toEqual({
      refusal: { code: 400, reason: 'BadRequest', message: 'It is not allowed to set TimeAdded of Taint "full".' },
    })
  })
})

describe('managed clusters are completed', () => {
  it('by the time of their new taints', () => {
    const time = { op: 'add', path: '/spec/taints/0/timeAdded', value: NOW }

    expect(defaultManagedCluster(cluster({ taints: [taint(EARLIER)] }), undefined, NOW)).toEqual({ patch: [time] })
    expect(defaultManagedCluster(cluster({ taints: [taint()] }), cluster(), NOW)).toEqual({ patch: [time] })
    const stored = cluster({ taints: [taint(EARLIER)] })
    expect(defaultManagedCluster(cluster({ taints: [taint(undefined, 'b')] }), stored, NOW)).toEqual({ patch: [time] })
    expect(defaultManagedCluster(stored, stored, NOW)).toEqual({ patch: [] })
  })

  it('by the default set, unless they are in one', () => {
    const patch = (labels: Record<string, string> | undefined) =>
      defaultManagedCluster(cluster({}, { labels }), undefined, NOW)

    expect(patch(undefined)).toEqual({
      patch: [
        { op: 'add', path: '/metadata/labels', value: { 'cluster.open-cluster-management.io/clusterset': 'default' } },
      ],
    })
    expect(patch({ a: 'b' })).toEqual({
      patch: [{ op: 'add', path: '/metadata/labels/cluster.open-cluster-management.io~1clusterset', value: 'default' }],
    })
    expect(patch({ 'cluster.open-cluster-management.io/clusterset': 'gold' })).toEqual({ patch: [] })
  })
})

describe('permissions for a managed cluster', () => {
  const needed = (now: ManagedCluster, stored?: ManagedCluster) =>
    managedClusterPermissions(now, stored, 'jo').map(
      ({ attributes: { verb, resource, subresource, name } }) => `${verb} ${resource}/${subresource} ${name}`,
    )
  const inSet = (set: string) => cluster({}, { labels: { 'cluster.open-cluster-management.io/clusterset': set } })

  it('are needed to let it in', () => {
    const accepted = cluster({ hubAcceptsClient: true })

    expect(needed(accepted, cluster())).toEqual(['update managedclusters/accept demo'])
    expect(needed(accepted, accepted)).toEqual([])
    expect(needed(cluster(), accepted)).toEqual([])
    expect(managedClusterPermissions(accepted, cluster(), 'jo')[0]?.refusal).toEqual({
      code: 403,
      reason: 'Forbidden',
      message:
        'managedclusters/accept.cluster.open-cluster-management.io "demo" is forbidden: user "jo" cannot update the HubAcceptsClient field',
    })
  })

  it('are needed for the sets it leaves and joins', () => {
    expect(needed(inSet('gold'))).toEqual(['create managedclustersets/join gold'])
    expect(needed(inSet('gold'), inSet('iron'))).toEqual([
      'create managedclustersets/join iron',
      'create managedclustersets/join gold',
    ])
    expect(needed(inSet('gold'), inSet('gold'))).toEqual([])
  })
})
