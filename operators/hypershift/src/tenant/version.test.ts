import { ClusterOperator, ClusterVersion, HostedControlPlane } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { releaseImage, startWorld, type World } from './test/world.ts'

const history = async ({ version }: World) =>
  (await version())?.status?.history?.map((update) => `${update.state} ${update.version}`)

const setRelease = async ({ client, controlPlane }: World, version: string) => {
  const { metadata } = await controlPlane()
  const body = { spec: { releaseImage: releaseImage(version) } }
  await client.patch(HostedControlPlane, metadata, { type: 'merge', body })
}

describe('the version of a tenant', () => {
  it('is that of the hosted cluster, and nobody works on it before its operator runs', async () => {
    const world = await startWorld()

    await world.seconds(1)

    const version = await world.version()
    expect(version?.spec).toMatchObject({
      clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10',
      channel: 'stable-4.19',
      capabilities: { baselineCapabilitySet: 'None' },
    })
    expect(version?.status).toBeUndefined()
    expect(await world.condition('ClusterVersionProgressing')).toBeUndefined()
  })

  it('is under way, then applied, and complete with the first ready node', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')
    await world.seconds(1)
    expect(await history(world)).toEqual(['Partial 4.19.3'])
    expect(await world.condition('ClusterVersionFailing')).toBe('Unknown/StatusUnknown')
    expect(await world.condition('ClusterVersionProgressing')).toBe('True/FromClusterVersion')
    expect(await world.condition('ClusterVersionAvailable')).toBe('False/FromClusterVersion')

    await world.seconds(300)
    expect(await history(world)).toEqual(['Partial 4.19.3'])
    expect(await world.condition('ClusterVersionFailing')).toBe('False/FromClusterVersion')
    expect(await world.message('ClusterVersionProgressing')).toContain('they need nodes to run on')

    await world.addNode('one')
    await world.seconds(1)
    expect(await history(world)).toEqual(['Completed 4.19.3'])
    expect(await world.condition('ClusterVersionAvailable')).toBe('True/FromClusterVersion')
    expect(await world.message('ClusterVersionProgressing')).toBe('Cluster version is 4.19.3')
    expect(await world.condition('ClusterVersionReleaseAccepted')).toBe('True/PayloadLoaded')
    expect(await world.condition('ClusterVersionUpgradeable')).toBe('True/AsExpected')
    expect(await world.condition('ClusterVersionRetrievedUpdates')).toBe('True/FromClusterVersion')
  })

  it('is copied into the status of the control plane, nulls and all', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')

    await world.seconds(1)

    const { status } = await world.controlPlane()
    expect(status?.versionStatus).toMatchObject({ availableUpdates: null, observedGeneration: 1 })
    expect(status?.versionStatus?.history).toEqual([
      expect.objectContaining({ state: 'Partial', completionTime: null, version: '4.19.3' }),
    ])
    expect(status?.versionStatus?.desired.image).toMatch(/^img\.example\/ocp-release@sha256:/)
    expect(status?.version).toBe('4.19.3')
  })

  it('has operators that are well once there are nodes', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')
    await world.addNode('one')
    const available = async () => {
      const { items } = await world.tenant.client.list(ClusterOperator)
      const isWell = ({ status }: ClusterOperator) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Available' && is === 'True')
      return `${items.filter(isWell).length} of ${items.length}`
    }
    await world.seconds(1)
    expect(await available()).toBe('6 of 12')

    await world.seconds(300)

    expect(await available()).toBe('12 of 12')
  })

  it('cannot be chosen by the tenant', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')
    await world.seconds(1)

    const body = { spec: { desiredUpdate: { version: '4.20.0' } } }
    await world.tenant.client.patch(ClusterVersion, { name: 'version' }, { type: 'merge', body })
    await world.seconds(1)

    const version = await world.version()
    expect(version?.spec).not.toHaveProperty('desiredUpdate')
    expect(version?.status?.desired.version).toBe('4.19.3')
    expect(version?.status?.observedGeneration).toBe(version?.metadata.generation)
  })

  it('goes on to another release when its operator runs there', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')
    await world.addNode('one')
    await world.seconds(300)

    await world.tenant.client.delete(ClusterOperator, { name: 'kube-scheduler' })
    await setRelease(world, '4.19.4')
    await world.seconds(10)
    expect(await history(world)).toEqual(['Completed 4.19.3'])

    await world.rollOut('4.19.4')
    await world.seconds(10)
    expect(await history(world)).toEqual(['Partial 4.19.4', 'Completed 4.19.3'])
    expect(await world.condition('ClusterVersionAvailable')).toBe('True/FromClusterVersion')

    await world.seconds(300)
    expect(await history(world)).toEqual(['Completed 4.19.4', 'Completed 4.19.3'])
    for (const name of ['kube-apiserver', 'kube-scheduler']) {
      const operator = await world.tenant.client.get(ClusterOperator, { name })
      expect(operator?.status?.versions?.[0]?.version).toBe('4.19.4')
    }
  })

  it('says why a release cannot be applied, until it can be', async () => {
    const world = await startWorld()
    const failure = {
      condition: 'Failing',
      reason: 'UpdatePayloadFailed',
      message: 'no space',
      state: 'ClusterVersion',
    }
    world.behaviours.setFailure('HostedCluster', { namespace: 'clusters', name: 'demo' }, failure)
    await world.rollOut('4.19.3')
    await world.addNode('one')

    await world.seconds(600)

    expect(await world.condition('ClusterVersionFailing')).toBe('True/UpdatePayloadFailed')
    expect(await history(world)).toEqual(['Partial 4.19.3'])

    world.behaviours.clearOverride('HostedCluster', { namespace: 'clusters', name: 'demo' })
    await world.seconds(1)

    expect(await history(world)).toEqual(['Completed 4.19.3'])
  })

  it('goes on where it was after a restart', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')
    await world.addNode('one')
    await world.seconds(100)

    await world.restart()
    await world.seconds(200)

    expect(await history(world)).toEqual(['Completed 4.19.3'])
  })
})
