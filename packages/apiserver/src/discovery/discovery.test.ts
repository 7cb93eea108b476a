import { describe, expect, it } from 'vitest'
import type { ServedResource } from '../contracts.ts'
import { groupDiscoveryList } from './aggregated.ts'
import { groupsOf } from './groups.ts'
import { apiGroupList, apiResourceList } from './plain.ts'
import { comparePriority } from './versions.ts'

const served = (overrides: Partial<ServedResource>): ServedResource =>
  ({
    group: 'example.com',
    version: 'v1',
    resource: 'widgets',
    singular: 'widget',
    kind: 'Widget',
    namespaced: true,
    verbs: ['get', 'list'],
    shortNames: [],
    categories: [],
    custom: true,
    storageVersion: 'v1',
    ...overrides,
  }) as ServedResource

describe('discovery', () => {
  it('prefers stable over beta over alpha, and higher numbers', () => {
    const versions = ['foo1', 'v1alpha1', 'v2', 'v11beta2', 'v10', 'v3beta1', 'v1', 'foo10']

    expect(versions.sort(comparePriority)).toEqual([
      'v10',
      'v2',
      'v1',
      'v11beta2',
      'v3beta1',
      'v1alpha1',
      'foo1',
      'foo10',
    ])
  })

  it('lists a group once, with its preferred version', () => {
    const groups = groupsOf([served({ version: 'v1beta1' }), served({}), served({ group: '', resource: 'pods' })])

    expect(apiGroupList(groups).groups).toEqual([
      {
        name: 'example.com',
        versions: [
          { groupVersion: 'example.com/v1', version: 'v1' },
          { groupVersion: 'example.com/v1beta1', version: 'v1beta1' },
        ],
        preferredVersion: { groupVersion: 'example.com/v1', version: 'v1' },
      },
    ])
  })

  it('shows the scale of a custom resource as a kind of autoscaling', () => {
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }

    const { resources } = apiResourceList('example.com', 'v1', [served({ statusSubresource: true, scale })])

    expect(resources.map(({ name }) => name)).toEqual(['widgets', 'widgets/status', 'widgets/scale'])
    expect(resources[2]).toEqual({
      name: 'widgets/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    })
  })

  it('separates core from the other groups in aggregated form', () => {
    const groups = groupsOf([served({}), served({ group: '', resource: 'pods', kind: 'Pod', custom: false })])

    expect(groupDiscoveryList(groups, true).items.map(({ metadata }) => metadata)).toEqual([{}])
    expect(groupDiscoveryList(groups, false).items.map(({ metadata }) => metadata)).toEqual([{ name: 'example.com' }])
  })
})
