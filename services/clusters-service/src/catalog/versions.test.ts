import { describe, expect, it } from 'vitest'
import { type ImageSet, versionsOf } from './versions.ts'

const imageSet = (name: string, group?: string, version?: string, visible?: string): ImageSet => ({
  metadata: {
    name,
    labels: {
      ...(group === undefined ? {} : { 'api.openshift.com/channel-group': group }),
      ...(visible === undefined ? {} : { visible }),
    },
    annotations: version === undefined ? {} : { 'api.openshift.com/version': version },
  },
  spec: { releaseImage: `registry.example.com/release:${name}` },
})

describe('versionsOf', () => {
  it('names a version after its image set and takes release and channel group from it', () => {
    const { versions } = versionsOf([imageSet('openshift-v4.17.0-ec.0-candidate', 'candidate', '4.17.0-ec.0')])

    expect(versions[0]).toMatchObject({
      id: 'openshift-v4.17.0-ec.0-candidate',
      raw_id: '4.17.0-ec.0',
      channel_group: 'candidate',
      available_channels: ['candidate-4.17'],
      release_image: 'registry.example.com/release:openshift-v4.17.0-ec.0-candidate',
      enabled: true,
      default: false,
    })
  })

  it('makes the highest visible stable version the default, and only that one', () => {
    const { versions } = versionsOf([
      imageSet('openshift-v4.9.0', 'stable', '4.9.0'),
      imageSet('openshift-v4.17.5', 'stable', '4.17.5'),
      imageSet('openshift-v4.18.0', 'stable', '4.18.0', 'false'),
      imageSet('openshift-v4.19.0-candidate', 'candidate', '4.19.0'),
    ])

    expect(versions.filter((version) => version.default).map(({ id }) => id)).toEqual(['openshift-v4.17.5'])
    expect(versions.find(({ id }) => id === 'openshift-v4.18.0')?.enabled).toBe(false)
  })

  it('offers later patches and the next minor release of the same channel group as upgrades', () => {
    const { versions } = versionsOf([
      imageSet('openshift-v4.16.0', 'stable', '4.16.0'),
      imageSet('openshift-v4.16.9', 'stable', '4.16.9'),
      imageSet('openshift-v4.16.10', 'stable', '4.16.10'),
      imageSet('openshift-v4.17.0', 'stable', '4.17.0'),
      imageSet('openshift-v4.18.0', 'stable', '4.18.0'),
      imageSet('openshift-v4.17.0-fc.0-fast', 'fast', '4.17.0-fc.0'),
    ])

    expect(versions.find(({ raw_id }) => raw_id === '4.16.9')?.available_upgrades).toEqual(['4.16.10', '4.17.0'])
  })

  it('counts a preview as earlier than its release, and previews by their number', () => {
    const { versions } = versionsOf([
      imageSet('openshift-v4.17.0-candidate', 'candidate', '4.17.0'),
      imageSet('openshift-v4.17.0-ec.10-candidate', 'candidate', '4.17.0-ec.10'),
      imageSet('openshift-v4.17.0-ec.2-candidate', 'candidate', '4.17.0-ec.2'),
    ])

    expect(versions.map(({ raw_id }) => raw_id)).toEqual(['4.17.0-ec.2', '4.17.0-ec.10', '4.17.0'])
  })

  it('leaves out image sets that do not say what they are, and names them', () => {
    expect(versionsOf([imageSet('mystery'), imageSet('half', 'stable')])).toEqual({
      versions: [],
      ignored: ['mystery', 'half'],
    })
  })

  it('counts an image set of several shards once', () => {
    const twice = imageSet('openshift-v4.17.0', 'stable', '4.17.0')

    expect(versionsOf([twice, twice]).versions).toHaveLength(1)
  })
})
