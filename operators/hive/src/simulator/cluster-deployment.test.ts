import { ClusterDeployment, Event, Node, Secret } from '@skep/api'
import { createClient, loadKubeconfig } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { startShard } from './test/shard.ts'

const blue = { namespace: 'default', name: 'blue' }

function conditionsOf({ status }: ClusterDeployment): string[] {
  return (status?.conditions ?? []).map(({ type, status: is, reason }) => `${type} ${is} ${reason}`)
}

describe('a ClusterDeployment', () => {
  it('goes through its states in the time they take', async () => {
    const shard = await startShard()
    await shard.order('blue')
    const pending = await shard.deployment('blue')
    await shard.clock.advance(1_000)
    const provisioning = await shard.deployment('blue')
    await shard.clock.advance(2_000)
    const installing = await shard.deployment('blue')
    await shard.clock.advance(999)
    const almost = await shard.deployment('blue')
    await shard.clock.advance(1)
    const running = await shard.deployment('blue')

    expect(conditionsOf(pending)).toEqual([])
    expect(pending.status?.provisionRef).toBeUndefined()

    expect(provisioning.status?.provisionRef).toEqual({ name: 'blue-provision' })
    expect(conditionsOf(provisioning)).toEqual([
      'Provisioned False Provisioning',
      'DeprovisionLaunchError False Provisioning',
    ])

    expect(installing.status?.apiURL).toBe('https://api.blue.sim.example.com:6443')
    expect(installing.status?.webConsoleURL).toBe('https://console-openshift-console.apps.blue.sim.example.com')
    expect(conditionsOf(installing)).toContain('DNSNotReady False DNSReady')

    expect(almost.spec.installed).toBeFalsy()
    expect(running.spec.installed).toBe(true)
    expect(running.status?.installedTimestamp).toBe('2030-01-01T00:00:04Z')
    expect(running.spec.clusterMetadata).toEqual({
      clusterID: running.metadata.uid,
      infraID: 'blue-infra',
      adminKubeconfigSecretRef: { name: 'blue-admin-kubeconfig' },
      adminPasswordSecretRef: { name: 'blue-admin-password' },
    })
    expect(conditionsOf(running).sort()).toEqual([
      'ClusterDeploymentCompleted True ClusterDeploymentCompleted',
      'DNSNotReady False DNSReady',
      'DeprovisionLaunchError False Provisioning',
      'Provisioned True Provisioned',
    ])
  })

  it('ends as a cluster that answers its administrator', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.clock.advance(5_000)

    const secret = await shard.client.get(Secret, { namespace: 'default', name: 'blue-admin-kubeconfig' })
    const text = Buffer.from(secret?.data?.['kubeconfig'] ?? '', 'base64').toString()
    const client = createClient({ kubeconfig: await loadKubeconfig({ text }) })
    const { items } = await client.list(Node)
    client.close()

    expect(items.map(({ metadata }) => metadata.name)).toEqual(['master-0', 'master-1', 'master-2'])
    const password = await shard.client.get(Secret, { namespace: 'default', name: 'blue-admin-password' })
    expect(Buffer.from(password?.data?.['username'] ?? '', 'base64').toString()).toBe('kubeadmin')
  })

  it('has no condition twice, however often somebody touches it', async () => {
    const shard = await startShard()
    await shard.order('blue')
    for (let second = 0; second < 6; second++) {
      const body = { metadata: { labels: { touched: String(second) } } }
      await shard.client.patch(ClusterDeployment, blue, { type: 'merge', body })
      await shard.clock.advance(1_000)
    }

    const { status } = await shard.deployment('blue')
    const types = status?.conditions?.map(({ type }) => type) ?? []
    expect(new Set(types).size).toBe(types.length)
    expect((await shard.deployment('blue')).status?.installedTimestamp).toBe('2030-01-01T00:00:04Z')
  })

  it('takes as long as the configuration says now', async () => {
    const shard = await startShard()
    shard.behaviours.changeSection('clusterdeployment', { defaultDelaySeconds: 20 })
    await shard.order('blue')

    await shard.clock.advance(10_000)
    expect((await shard.deployment('blue')).spec.installed).toBeFalsy()

    await shard.clock.advance(15_000)
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('changes its pace at once while it waits', async () => {
    const shard = await startShard({ clusterDeployment: { defaultDelaySeconds: 3_600 } })
    await shard.order('blue')
    await shard.clock.advance(60_000)

    shard.behaviours.changeSection('clusterdeployment', { defaultDelaySeconds: 5 })
    await shard.clock.advance(3_000)

    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('takes the time that somebody decided for it alone, per state', async () => {
    const shard = await startShard()
    shard.behaviours.setDelay('clusterdeployment', blue, { delaySeconds: 10 })
    await shard.order('blue')
    await shard.order('green')
    await shard.clock.advance(29_999)

    expect((await shard.deployment('green')).spec.installed).toBe(true)
    expect((await shard.deployment('blue')).spec.installed).toBeFalsy()

    await shard.clock.advance(1)
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('is installed at once when nothing takes time', async () => {
    const states = ['Pending', 'Provisioning', 'Installing', 'Running'].map((name) => ({ name }))
    const shard = await startShard({ clusterDeployment: { defaultDelaySeconds: 0, states } })
    await shard.order('blue')

    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('goes on in the remaining time after a restart', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.clock.advance(1_500)

    await shard.restart(500)
    await shard.clock.advance(1_999)
    expect((await shard.deployment('blue')).spec.installed).toBeFalsy()

    await shard.clock.advance(1)
    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('uses example.com where it has no domain', async () => {
    const shard = await startShard()
    await shard.order('blue', { baseDomain: '' })
    await shard.clock.advance(5_000)
    expect((await shard.deployment('blue')).status?.apiURL).toBe('https://api.blue.example.com:6443')
  })

  it('takes its cluster and its secrets with it', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.clock.advance(5_000)
    const { uid } = (await shard.deployment('blue')).metadata
    expect(shard.tenants.get(uid)).toBeDefined()

    await shard.client.delete(ClusterDeployment, blue)
    await shard.clock.settle()

    expect(await shard.client.get(ClusterDeployment, blue)).toBeUndefined()
    expect(shard.tenants.get(uid)).toBeUndefined()
    expect(await shard.client.get(Secret, { namespace: 'default', name: 'blue-admin-kubeconfig' })).toBeUndefined()
    expect(await shard.client.get(Secret, { namespace: 'default', name: 'blue-admin-password' })).toBeUndefined()
  })

  it('may be deleted on the way', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.clock.advance(2_000)
    await shard.client.delete(ClusterDeployment, blue)
    await shard.clock.advance(10_000)

    expect(await shard.client.get(ClusterDeployment, blue)).toBeUndefined()
  })
})

describe('a ClusterDeployment that is to fail', () => {
  const limit = { condition: 'ProvisionFailed', reason: 'AWSVPCLimitExceeded', message: 'x' }

  it('says so in one condition and goes no further', async () => {
    const shard = await startShard()
    shard.behaviours.setFailure('clusterdeployment', { namespace: 'default', name: 'bad' }, limit)
    await shard.order('bad')
    await shard.order('good')
    await shard.clock.advance(15_000)

    const bad = await shard.deployment('bad')
    expect(conditionsOf(bad)).toEqual(['ProvisionFailed True AWSVPCLimitExceeded'])
    expect(bad.status?.provisionRef).toEqual({ name: 'bad-provision-failed' })
    expect(bad.spec.installed).toBeFalsy()
    expect((await shard.deployment('good')).spec.installed).toBe(true)
    const { items: events } = await shard.client.list(Event)
    expect(events.map(({ type, reason, involvedObject }) => [type, reason, involvedObject?.name])).toEqual([
      ['Warning', 'AWSVPCLimitExceeded', 'bad'],
    ])
  })

  it('goes on from where it was when that is taken back', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.clock.advance(2_000)
    shard.behaviours.setFailure('clusterdeployment', blue, limit)
    await shard.clock.advance(10_000)
    const failed = await shard.deployment('blue')

    shard.behaviours.clearOverride('clusterdeployment', blue)
    await shard.clock.advance(1_000)
    const installed = await shard.deployment('blue')

    expect(conditionsOf(failed)).toContain('ProvisionFailed True AWSVPCLimitExceeded')
    expect(failed.status?.provisionRef).toEqual({ name: 'blue-provision-failed' })
    expect(installed.spec.installed).toBe(true)
    expect(conditionsOf(installed).join()).not.toContain('ProvisionFailed')
    expect(installed.status?.provisionRef).toEqual({ name: 'blue-provision' })
  })

  it('fails at the state that a scenario names', async () => {
    const failureScenarios = [{ ...limit, probability: 1, state: 'Installing' }]
    const shard = await startShard({ clusterDeployment: { failureScenarios } })
    await shard.order('blue')
    await shard.clock.advance(15_000)

    const { status } = await shard.deployment('blue')
    expect(status?.apiURL).toBeUndefined()
    expect(conditionsOf(await shard.deployment('blue'))).toContain('DeprovisionLaunchError False Provisioning')
  })

  it('is noted in the log with everything else', async () => {
    const shard = await startShard()
    shard.behaviours.setFailure('clusterdeployment', blue, limit)
    await shard.order('blue')
    await shard.order('green')
    await shard.clock.advance(10_000)

    const actions = shard.behaviours.actions().map(({ action, object }) => `${action} ${object}`)
    expect(actions.filter((line) => line === 'failed ClusterDeployment/default/blue').length).toBe(1)
    expect(actions.filter((line) => line === 'entered state ClusterDeployment/default/green').length).toBe(4)
  })
})
