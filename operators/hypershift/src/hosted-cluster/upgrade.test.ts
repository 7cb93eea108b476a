import { describe, expect, it } from 'vitest'
import { createReleases } from '../releases/index.ts'
import { type HostedClusterWorld, startHostedClusterWorld } from './test/world.ts'

const image = (version: string) => `img.example/ocp-release:${version}-multi`
const upgrade = (version: string) => ({ spec: { release: { image: image(version) } } })

/** A cluster whose tenant says that it is at a version. */
async function startAt(version: string, changes: { annotations?: Record<string, string> } = {}) {
  const world = await startHostedClusterWorld()
  await world.start()
  await world.order('Azure', { ...changes, spec: { release: { image: image(version) } } })
  await reportVersion(world, version)
  await world.report({}, { Available: 'True/AsExpected', ClusterVersionUpgradeable: 'True/FromClusterVersion' })
  return world
}

async function reportVersion(world: HostedClusterWorld, version: string): Promise<void> {
  const { digestImage } = createReleases().resolve(image(version))!
  const time = '2030-01-01T00:00:00Z'
  const entry = {
    state: 'Completed',
    startedTime: time,
    completionTime: time,
    version,
    image: digestImage,
    verified: true,
  }
  const desired = { version, image: digestImage, channels: ['stable-4.19'] }
  await world.report({ versionStatus: { desired, history: [entry], observedGeneration: 1, availableUpdates: null } })
}

describe('an upgrade', () => {
  it('is in progress until the cluster moves to the release', async () => {
    const world = await startAt('4.19.3')
    expect((await world.hostedCluster()).status?.version?.history?.[0]).toMatchObject({
      state: 'Completed',
      version: '4.19.3',
    })
    expect(await world.condition('Progressing')).toBe('False/AsExpected')

    await world.change(upgrade('4.19.4'))
    expect(await world.condition('Progressing')).toBe('True/Progressing')
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.19.4'))

    await reportVersion(world, '4.19.4')
    expect(await world.condition('Progressing')).toBe('False/AsExpected')
    expect((await world.hostedCluster()).status?.version?.desired.version).toBe('4.19.4')
  })

  it.each([
    ['4.18.0', 'y-stream downgrade from "4.19.3" to "4.18.0" is not supported'],
    ['4.7.1', 'releases before 4.8 are not supported. Attempting to use: "4.7.1"'],
    ['5.2.0', 'the latest version supported is: "5.1". Attempting to use: "5.2.0"'],
  ])('to %s is refused, and the cluster keeps running', async (version, problem) => {
    const world = await startAt('4.19.3')

    await world.change(upgrade(version))

    expect(await world.condition('ValidReleaseImage')).toBe('False/InvalidImage')
    expect(await world.message('ValidReleaseImage')).toBe(problem)
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.message('Progressing')).toBe(`ValidReleaseImage condition is false: ${problem}`)
    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.19.3'))
  })

  it('waits while the cluster says that it must not be upgraded, except within the same minor', async () => {
    const world = await startAt('4.19.3')
    await world.report({}, { ClusterVersionUpgradeable: 'False/AdminAckRequired read this' })

    await world.change(upgrade('4.20.0'))
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.message('Progressing')).toBe(
      'ClusterVersionUpgradeable condition is false: cluster version is not upgradeable',
    )
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.19.3'))

    await world.change(upgrade('4.19.7'))
    expect(await world.condition('Progressing')).toBe('True/Progressing')
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.19.7'))
  })

  it('goes on while nobody knows whether the cluster may be upgraded', async () => {
    const world = await startAt('4.19.3')
    await world.report({}, { ClusterVersionUpgradeable: 'Unknown/StatusUnknown failed to get clusterVersion' })

    await world.change(upgrade('4.20.0'))

    expect(await world.condition('Progressing')).toBe('True/Progressing')
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.20.0'))
  })

  it('can be forced to one release', async () => {
    const world = await startAt('4.19.3')
    await world.report({}, { ClusterVersionUpgradeable: 'False/AdminAckRequired read this' })
    const forceTo = (version: string) => ({
      metadata: { annotations: { 'hypershift.openshift.io/force-upgrade-to': image(version) } },
    })

    await world.change({ ...forceTo('4.20.1'), ...upgrade('4.20.0') })
    expect(await world.condition('Progressing')).toBe('False/Blocked')

    await world.change(forceTo('4.20.0'))
    expect(await world.condition('Progressing')).toBe('True/Progressing')
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.20.0'))
  })

  it('of the control plane alone is forced', async () => {
    const world = await startAt('4.19.3')
    await world.report({}, { ClusterVersionUpgradeable: 'False/AdminAckRequired read this' })

    await world.change({ spec: { controlPlaneRelease: { image: image('4.20.0') } } })

    expect((await world.controlPlane())?.spec).toMatchObject({
      releaseImage: image('4.19.3'),
      controlPlaneReleaseImage: image('4.20.0'),
    })
  })

  it('is checked again by another process, though the releases are known by their digests', async () => {
    const world = await startHostedClusterWorld()
    const first = await world.start()
    await world.order('Azure')
    await reportVersion(world, '4.19.3')
    await first.stop()

    await world.start()
    await world.change(upgrade('4.18.0'))

    expect(await world.condition('ValidReleaseImage')).toBe('False/InvalidImage')
  })

  it('goes anywhere when nobody is to check it', async () => {
    const annotations = { 'hypershift.openshift.io/skip-release-image-validation': 'true' }
    const world = await startAt('4.19.3', { annotations })

    await world.change(upgrade('4.18.0'))

    expect(await world.condition('ValidReleaseImage')).toBe('True/AsExpected')
    expect((await world.controlPlane())?.spec.releaseImage).toBe(image('4.18.0'))
  })

  it('shows the version of the control plane as it is reported', async () => {
    const world = await startAt('4.19.3')
    const entry = { state: 'Partial', startedTime: '2030-01-01T00:00:00Z', version: '4.19.4', image: image('4.19.4') }
    const desired = { version: '4.19.4', image: image('4.19.4') }

    await world.report({ controlPlaneVersion: { desired, history: [entry], observedGeneration: 2 } })

    expect((await world.hostedCluster()).status?.controlPlaneVersion?.history).toEqual([entry])
  })
})
