import { ClusterVersion } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startSyncedWorld } from './test/synced-world.ts'

const upgradeTo = (version: string) => ({
  patches: [
    {
      apiVersion: 'config.openshift.io/v1',
      kind: 'ClusterVersion',
      name: 'version',
      patchType: 'merge' as const,
      patch: JSON.stringify({ spec: { desiredUpdate: { version } } }),
    },
  ],
})

describe('a cluster that a SyncSet asks for another release', () => {
  it('goes there in its time, and Hive tells', async () => {
    const annotations = { 'hive.openshift.io/sync-clusterversion-status': 'true' }
    const world = await startSyncedWorld({ annotations })
    world.behaviours.changeSection('ClusterDeployment', {
      defaultDelaySeconds: 0,
      states: [{ name: 'Installing', durationSeconds: 60 }],
    })
    await world.syncSet('upgrade', upgradeTo('4.99.1'))
    const latest = async () => (await world.deployment())?.status?.clusterVersionStatus?.history?.[0]
    const label = async () => (await world.deployment())?.metadata.labels?.['hive.openshift.io/version']

    expect(await latest()).toMatchObject({ state: 'Partial', version: '4.99.1' })
    expect(await label()).toBe('4.99.1')
    const progressing = (await world.blue.get(ClusterVersion, { name: 'version' }))?.status?.conditions
    expect(progressing).toContainEqual(
      expect.objectContaining({ type: 'Progressing', status: 'True', message: 'Working towards 4.99.1' }),
    )

    await world.seconds(60)
    expect(await latest()).toMatchObject({ state: 'Completed', version: '4.99.1' })
    const { status } = (await world.blue.get(ClusterVersion, { name: 'version' }))!
    expect(status?.history?.map(({ version }) => version)).toEqual(['4.99.1', expect.any(String)])
  })
})
