import { describe, expect, it } from 'vitest'
import { createReleases } from './releases.ts'

describe('releases', () => {
  it.each([
    ['img.example/ocp-release:4.19.3-multi', '4.19.3', 'v1.32.3', 'Multi'],
    ['img.example:5000/dev/ocp-release:4.17.9-x86_64', '4.17.9', 'v1.30.9', 'AMD64'],
    ['img.example/ocp-release:4.20.0-rc.2-aarch64', '4.20.0-rc.2', 'v1.33.0', 'ARM64'],
    ['ocp-release:5.0.1-s390x', '5.0.1', 'v1.36.1', 'S390X'],
    ['ocp-release:5.1.0-ppc64le', '5.1.0', 'v1.37.0', 'PPC64LE'],
    ['ocp-release:4.14.20', '4.14.20', 'v1.27.20', 'AMD64'],
  ])('are known by their tag: %s', (image, version, kubernetesVersion, payloadArch) => {
    expect(createReleases().resolve(image)).toMatchObject({ image, version, kubernetesVersion, payloadArch })
  })

  it.each([
    'img.example/ocp-release',
    'img.example/ocp-release:latest',
    `img.example/release@sha256:${'0'.repeat(64)}`,
  ])('are not known without a version: %s', (image) => {
    expect(createReleases().resolve(image)).toBeUndefined()
  })

  it('are found by the digest that was given for them, also by another process', () => {
    const { digestImage } = createReleases().resolve('img.example/ocp-release:4.19.3-multi')!

    expect(digestImage).toMatch(/^img\.example\/ocp-release@sha256:[0-9a-f]{64}$/)
    expect(createReleases().resolve(digestImage)).toMatchObject({
      version: '4.19.3',
      payloadArch: 'Multi',
      digestImage,
    })
  })

  it('are found by the digest of a tag that is too long to be carried, by the process that gave it', () => {
    const releases = createReleases()
    const { digestImage } = releases.resolve('img.example/release:4.20.0-0.nightly-2026-08-01-123456-x86_64')!

    expect(releases.resolve(digestImage)).toMatchObject({ version: '4.20.0-0.nightly-2026-08-01-123456' })
  })

  it('have channels and images of components', () => {
    const release = createReleases().resolve('img.example/ocp-release:4.18.1-multi')!

    expect(release.channels).toEqual(['candidate-4.18', 'eus-4.18', 'fast-4.18', 'stable-4.18'])
    expect(release.componentImage('etcd')).toBe('img.example/ocp-release:4.18.1-etcd')
  })
})
