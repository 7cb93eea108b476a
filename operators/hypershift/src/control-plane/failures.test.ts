import { Route, Service } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { BY_NAMED_ROUTES } from './test/specs.ts'
import { NAMESPACE, startWorld } from './test/world.ts'

const CLUSTER = { namespace: 'clusters', name: 'demo' }
const failure = (state: string, message: string) => ({ condition: 'Available', reason: 'Simulated', message, state })

describe('a control plane that fails', () => {
  it('says what keeps its load balancer, and heals when that is over', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    world.behaviours.setFailure('HostedCluster', CLUSTER, failure('Infrastructure', 'quota of addresses exceeded'))
    await world.start()
    await world.make()
    await world.seconds(120)
    expect(await world.condition('InfrastructureReady')).toBe('False/WaitingOnInfrastructureReady')
    expect(await world.message('InfrastructureReady')).toContain(
      'Load balancer of kube-apiserver is not provisioned yet: quota of addresses exceeded',
    )

    world.behaviours.setDelay('HostedCluster', CLUSTER, { delaySeconds: 0 })
    await world.seconds(1)

    expect(await world.condition('Available')).toBe('True/AsExpected')
  })

  it('is not available while etcd has no quorum', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    world.behaviours.setFailure('HostedCluster', CLUSTER, failure('Etcd', 'disk is full'))
    await world.start()
    await world.make()

    await world.seconds(60)

    expect(await world.condition('EtcdAvailable')).toBe('False/EtcdWaitingForQuorum')
    expect(await world.condition('Available')).toBe('False/KubeconfigWaitingForCreate')
    expect(await world.component('etcd')).toBe('False/WaitingForAvailable False/WaitingForRolloutComplete')
    expect(await world.component('kube-apiserver')).toBe('False/NotFound False/WaitingForDependencies')
  })

  it('loses its API when etcd loses its quorum, and gets it back', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()
    await world.seconds(1)

    world.behaviours.setFailure('HostedCluster', CLUSTER, failure('Etcd', 'disk is full'))
    await world.seconds(1)
    expect(await world.condition('Available')).toBe('False/EtcdWaitingForQuorum')
    expect((await world.controlPlane()).status?.ready).toBe(false)
    expect(world.apis.get(NAMESPACE)?.settings.failingChecks).toEqual(['etcd'])

    world.behaviours.setSuccess('HostedCluster', CLUSTER)
    await world.seconds(1)
    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect(world.apis.get(NAMESPACE)?.settings.failingChecks).toEqual([])
  })

  it('refuses clients while the API has no pods', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()
    await world.seconds(1)
    expect(world.apis.get(NAMESPACE)?.settings.serving).toBe(true)

    world.behaviours.setFailure('HostedCluster', CLUSTER, failure('KubeAPIServer', 'does not start'))
    await world.seconds(1)

    expect(await world.condition('KubeAPIServerAvailable')).toBe('False/WaitingForAvailable')
    expect(await world.condition('Available')).toBe('False/WaitingForAvailable')
    expect(world.apis.get(NAMESPACE)?.settings.serving).toBe(false)
  })

  it('is not reached when its load balancer is lost', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ spec: { services: BY_NAMED_ROUTES } })
    await world.seconds(1)

    world.behaviours.setFailure('HostedCluster', CLUSTER, failure('Infrastructure', 'the load balancer was deleted'))
    await world.seconds(1)

    expect(await world.condition('InfrastructureReady')).toBe('True/AsExpected')
    expect(await world.condition('Available')).toBe('False/KASLoadBalancerNotReachable')
    expect(await world.message('Available')).toBe(
      'health check to APIServer endpoint apiserver.demo.hcp.example.net failed: the load balancer was deleted',
    )
    expect((await world.controlPlane()).status?.ready).toBe(false)
  })

  it('names the checks of its API that fail', async () => {
    const world = await startWorld()
    await world.start()
    await world.make()
    await world.seconds(120)

    await world.apis.get(NAMESPACE)?.change({ failingChecks: ['poststarthook/rbac'] })
    await world.seconds(60)
    expect(await world.condition('Available')).toBe('False/KASLoadBalancerNotReachable')
    expect(await world.message('Available')).toContain('(status 500): failing health checks: poststarthook/rbac')
    await world.apis.get(NAMESPACE)?.change({ failingChecks: [] })
    await world.seconds(15)

    expect(await world.condition('Available')).toBe('True/AsExpected')
  })

  it('never becomes available without one of its components, and names it', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    world.behaviours.setFailure('HostedCluster', CLUSTER, failure('Components', 'image cannot be pulled'))
    await world.start()
    await world.make()

    await world.seconds(600)

    expect(await world.condition('Available')).toBe('False/ComponentsNotAvailable')
    expect(await world.message('Available')).toBe(
      'Waiting for components to be available: cluster-version-operator, openshift-apiserver',
    )
    expect(await world.component('cluster-version-operator')).toBe('False/NotFound False/WaitingForDependencies')
  })

  it('gets back what somebody deleted', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()
    await world.seconds(1)

    await world.client.delete(Service, { namespace: NAMESPACE, name: 'kube-apiserver' })
    await world.client.delete(Route, { namespace: NAMESPACE, name: 'oauth' })
    await world.seconds(5)

    expect(await world.client.get(Service, { namespace: NAMESPACE, name: 'kube-apiserver' })).toMatchObject({
      status: { loadBalancer: { ingress: [{}] } },
    })
    expect(await world.condition('Available')).toBe('True/AsExpected')
  })
})
