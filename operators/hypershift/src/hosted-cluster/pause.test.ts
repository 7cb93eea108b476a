import { ClusterApiCluster, Namespace } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONTROL_PLANE } from './test/samples.ts'
import { startHostedClusterWorld } from './test/world.ts'

async function startWorld() {
  const world = await startHostedClusterWorld()
  await world.start()
  const capiCluster = async () => {
    const { spec } = await world.hostedCluster()
    return world.client.get(ClusterApiCluster, { namespace: CONTROL_PLANE, name: spec.infraID ?? '' })
  }
  return { ...world, capiCluster }
}

describe('a paused hosted cluster', () => {
  it('is held and described, but nothing is made for it until it goes on', async () => {
    const world = await startWorld()
    await world.order('Azure', { spec: { pausedUntil: 'true' } })

    const { metadata, spec } = await world.hostedCluster()
    expect(metadata.finalizers).toEqual(['hypershift.openshift.io/finalizer'])
    expect(spec.infraID).toBeUndefined()
    expect(spec.clusterID).toBeUndefined()
    expect(await world.condition('ReconciliationActive')).toBe('False/ReconciliationPaused')
    expect(await world.message('ReconciliationActive')).toBe('Reconciliation paused until field removed')
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.client.get(Namespace, { name: CONTROL_PLANE })).toBeUndefined()

    await world.change({ spec: { pausedUntil: null } })

    expect(await world.condition('ReconciliationActive')).toBe('True/AsExpected')
    expect(await world.controlPlane()).toBeDefined()
  })

  it('goes on by itself at the time that it says', async () => {
    const world = await startWorld()
    await world.order('Azure', { spec: { pausedUntil: '2030-01-01T00:10:00Z' } })
    await world.seconds(590)
    expect(await world.message('ReconciliationActive')).toBe('Reconciliation paused until: 2030-01-01T00:10:00Z')
    expect(await world.controlPlane()).toBeUndefined()

    await world.seconds(20)

    expect(await world.condition('ReconciliationActive')).toBe('True/AsExpected')
    expect(await world.controlPlane()).toBeDefined()
  })

  it('pauses its control plane and its machines', async () => {
    const world = await startWorld()
    await world.order('Azure')

    await world.change({ spec: { pausedUntil: 'true', channel: 'fast-4.19' } })
    expect((await world.controlPlane())?.spec).toMatchObject({ pausedUntil: 'true' })
    expect((await world.controlPlane())?.spec.channel).toBeUndefined()
    expect((await world.capiCluster())?.spec?.paused).toBe(true)

    await world.change({ spec: { pausedUntil: 'false' } })
    expect((await world.controlPlane())?.spec).toMatchObject({ pausedUntil: 'false', channel: 'fast-4.19' })
    expect((await world.capiCluster())?.spec?.paused).toBe(false)
  })

  it('is not paused by what is no time', async () => {
    const world = await startWorld()
    await world.order('Azure', { spec: { pausedUntil: '2024-01-01T00:00:00xyz' } })

    expect(await world.condition('ReconciliationActive')).toBe('True/InvalidPausedUntilValue')
    expect(await world.controlPlane()).toBeDefined()
  })
})
