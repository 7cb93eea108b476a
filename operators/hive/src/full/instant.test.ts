import { ClusterDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const blue = { namespace: NAMESPACE, name: 'blue' }
const ask = (world: World, spec: object) =>
  world.client.patch(ClusterDeployment, blue, { type: 'merge', body: { spec } })

async function instantWorld(): Promise<World> {
  const world = await startWorld({ speed: 'instant', delays: { stopMs: 90_000, startMs: 90_000 } })
  await world.start()
  return world
}

/** Counts what goes to the server until nothing more would happen without time passing. */
async function requestsUntilQuiet(world: World): Promise<number> {
  let requests = 0
  const stop = world.client.observe(() => requests++)
  await world.clock.settle()
  stop()
  return requests
}

describe('at the speed instant', () => {
  it('an install takes no time, and the cluster is left alone from then on', async () => {
    const world = await instantWorld()
    await world.order('blue', {
      spec: { hibernateAfter: '8h' },
      annotations: { 'hive.openshift.io/delete-after': '72h' },
    })
    await world.clock.settle()
    expect((await world.deployment())?.status?.powerState).toBe('Running')

    const before = world.server.store.revision
    expect(await requestsUntilQuiet(world)).toBe(0)
    await world.seconds(3_600)
    expect(world.server.store.revision).toBe(before)
  })

  it('an attempt that failed is followed by the next one at once', async () => {
    const world = await instantWorld()
    const failure = { condition: 'ProvisionFailed', reason: 'AWSVPCLimitExceeded', message: 'x' }
    world.behaviours.setFailure('ClusterDeployment', blue, failure)
    await world.order('blue', { spec: { installAttemptsLimit: 3 } })
    await world.clock.settle()
    expect((await world.deployment())?.status?.installRestarts).toBe(3)
    expect(await world.condition('ProvisionStopped')).toBe('True/InstallAttemptsLimitReached')
  })

  it('a cluster goes to sleep and wakes up in no time', async () => {
    const world = await instantWorld()
    await world.order('blue')
    await world.clock.settle()
    await ask(world, { powerState: 'Hibernating' })
    await world.clock.settle()
    expect((await world.deployment())?.status?.powerState).toBe('Hibernating')
    await ask(world, { powerState: 'Running' })
    await world.clock.settle()
    expect((await world.deployment())?.status?.powerState).toBe('Running')
  })

  it('what never ends keeps nobody busy', async () => {
    const world = await instantWorld()
    await world.order('blue', { spec: { pullSecretRef: { name: 'none' } } })
    const adopted = { clusterID: 'c', infraID: 'i', adminKubeconfigSecretRef: { name: 'none' } }
    await world.order('green', { spec: { installed: true, clusterMetadata: adopted } })
    await world.order('red', {
      spec: { platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'none' } } } },
    })
    await world.clock.settle()
    expect(await world.condition('Unreachable', 'green')).toBe('True/ErrorConnectingToCluster')
    expect(await world.condition('AuthenticationFailure', 'red')).toBe('True/PlatformAuthError')
    expect(await requestsUntilQuiet(world)).toBe(0)
  })
})
