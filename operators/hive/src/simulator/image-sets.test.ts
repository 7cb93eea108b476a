import { ClusterImageSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { channelGroupOf, versionOf } from './image-sets.ts'
import { startShard } from './test/shard.ts'

describe('the releases of the simulator', () => {
  it.each([
    ['openshift-v4.17.0', 'stable', '4.17.0'],
    ['openshift-v4.17.0-ec.0-candidate', 'candidate', '4.17.0-ec.0'],
    ['openshift-v4.17.0-fc.1-fast', 'fast', '4.17.0-fc.1'],
    ['openshift-v4.17.0-0.nightly-2024-08-01-120000-nightly', 'nightly', '4.17.0-0.nightly-2024-08-01-120000'],
    ['openshift-v4.16.3-candidate', 'candidate', '4.16.3'],
    ['custom', 'stable', 'custom'],
  ])('say of themselves what their name says: %s', (name, channelGroup, version) => {
    expect(channelGroupOf(name)).toBe(channelGroup)
    expect(versionOf(name)).toBe(version)
  })

  it('are those of the configuration, with labels', async () => {
    const clusterImageSets = [
      { name: 'openshift-v4.17.0', visible: true },
      { name: 'openshift-v4.18.0', visible: false },
    ]
    const { client } = await startShard({ clusterImageSets }, { releaseRegistry: 'images.example.com' })

    const { items } = await client.list(ClusterImageSet)

    expect(
      items.map(({ metadata: { name, labels, annotations }, spec }) => ({ name, labels, annotations, spec })),
    ).toEqual([
      {
        name: 'openshift-v4.17.0',
        labels: { 'api.openshift.com/channel-group': 'stable' },
        annotations: { 'api.openshift.com/version': '4.17.0' },
        spec: { releaseImage: 'images.example.com/openshift-release-dev/ocp-release:openshift-v4.17.0' },
      },
      {
        name: 'openshift-v4.18.0',
        labels: { 'api.openshift.com/channel-group': 'stable', visible: 'false' },
        annotations: { 'api.openshift.com/version': '4.18.0' },
        spec: { releaseImage: 'images.example.com/openshift-release-dev/ocp-release:openshift-v4.18.0' },
      },
    ])
  })

  it('are four when the configuration names none, and stay as they are over a restart', async () => {
    const shard = await startShard()
    const name = 'openshift-v4.12.0'
    const body = { spec: { releaseImage: 'mine' } }
    await shard.client.patch(ClusterImageSet, { name }, { type: 'merge', body })

    await shard.restart()

    expect((await shard.client.list(ClusterImageSet)).items.length).toBe(4)
    expect((await shard.client.get(ClusterImageSet, { name }))?.spec.releaseImage).toBe('mine')
  })
})
