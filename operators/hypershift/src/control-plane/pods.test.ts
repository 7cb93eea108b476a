import { ControlPlaneComponent, Deployment, HostedControlPlane, Pod, PriorityClass, StatefulSet } from '@skep/api'
import type { ClientKind } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const CLUSTER = { namespace: 'clusters', name: 'demo' }
const REF = { namespace: NAMESPACE, name: 'demo' }
const SINGLE = { controllerAvailabilityPolicy: 'SingleReplica' as const }

const podsOf = async (world: World, app: string) =>
  (await world.client.list(Pod, { namespace: NAMESPACE, labelSelector: { app } })).items

describe('a control plane with pods', () => {
  it('runs them in order until it is available', async () => {
    const world = await startWorld({ pods: true })
    await world.start()
    await world.make()

    await world.seconds(30)
    expect(await world.condition('EtcdAvailable')).toBe('False/EtcdWaitingForQuorum')
    expect(await world.condition('KubeAPIServerAvailable')).toBe('False/NotFound')
    expect(await world.component('kube-apiserver')).toBe('False/NotFound False/WaitingForDependencies')
    await world.seconds(40)
    expect(await world.condition('EtcdAvailable')).toBe('True/QuorumAvailable')
    expect(await world.condition('KubeAPIServerAvailable')).toBe('False/WaitingForAvailable')
    expect(await world.condition('Degraded')).toBe('True/UnavailableReplicas')
    expect(await world.message('Degraded')).toBe(
      '[ignition-server-proxy deployment has 2 unavailable replicas, kube-apiserver deployment has 3 unavailable replicas]',
    )
    await world.seconds(130)

    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect(await world.condition('Degraded')).toBe('False/AsExpected')
    expect(await world.component('etcd')).toBe('True/AsExpected True/AsExpected 4.19.3')
    expect(await world.component('featuregate-generator')).toBe('True/JobComplete True/JobComplete 4.19.3')
    expect((await podsOf(world, 'etcd')).map(({ metadata }) => metadata.name)).toEqual(['etcd-0', 'etcd-1', 'etcd-2'])
    expect((await podsOf(world, 'kube-apiserver')).map(({ spec }) => spec?.priorityClassName)).toEqual(
      Array.from({ length: 3 }, () => 'hypershift-api-critical'),
    )
    expect(await world.client.get(Deployment, { namespace: NAMESPACE, name: 'konnectivity-server' })).toBeUndefined()
    expect((await world.client.get(PriorityClass, { name: 'hypershift-etcd' }))?.value).toBe(100_002_000)
    const { items } = await world.client.list(ControlPlaneComponent, { namespace: NAMESPACE })
    expect(items.filter(({ status }) => status?.version !== '4.19.3')).toEqual([])
  }, 60_000)

  it('has operators that are complete only when what they run is', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    const metadata = { namespace: NAMESPACE, name: 'multus-admission-controller' }
    const labels = { app: 'multus' }
    await world.client.create(Deployment, {
      metadata: { ...metadata, labels: { 'hypershift.openshift.io/managed-by': 'cluster-network-operator' } },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { 'sim.skep.dev/never-ready': 'true' } },
          spec: { containers: [{ name: 'multus', image: 'multus' }] },
        },
      },
    })
    await world.make({ spec: SINGLE })
    await world.seconds(60)
    const component = await world.client.get(ControlPlaneComponent, { ...metadata, name: 'cluster-network-operator' })
    expect(component?.status?.conditions).toMatchObject([
      { type: 'Available', status: 'True' },
      {
        type: 'RolloutComplete',
        status: 'False',
        reason: 'WaitingForOperands',
        message: 'deployment clusters-demo/multus-admission-controller is not ready',
      },
    ])

    await world.client.delete(Deployment, metadata)
    await world.seconds(60)
    expect(await world.component('cluster-network-operator')).toBe('True/AsExpected True/AsExpected 4.19.3')
  }, 60_000)

  it('changes nothing while nothing changes', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    const stop = await world.start()
    await world.make({ spec: SINGLE })
    await world.seconds(60)
    const of = async <T extends KubeObject>(kind: ClientKind<T>) =>
      (await world.client.list(kind, { namespace: NAMESPACE })).items.map(
        ({ metadata }) => `${kind.kind} ${metadata.name} ${metadata.resourceVersion}`,
      )
    const versions = async () => [
      ...(await of(HostedControlPlane)),
      ...(await of(ControlPlaneComponent)),
      ...(await of(Deployment)),
      ...(await of(StatefulSet)),
    ]
    const before = await versions()

    await stop()
    await world.start()
    await world.seconds(600)

    expect(await versions()).toEqual(before)
  }, 60_000)

  it('loses the quorum of etcd when its pods fail, and gets it back', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    await world.make()
    await world.seconds(60)
    expect(await world.condition('Available')).toBe('True/AsExpected')

    const failure = { condition: 'Available', reason: 'Lost', message: 'disk is full', state: 'Etcd' }
    world.behaviours.setFailure('HostedCluster', CLUSTER, failure)
    await world.seconds(60)
    expect(await world.condition('Available')).toBe('False/EtcdWaitingForQuorum')

    world.behaviours.setSuccess('HostedCluster', CLUSTER)
    await world.seconds(300)
    expect(await world.condition('Available')).toBe('True/AsExpected')
  }, 60_000)

  it('refuses clients while the pods of its API fail', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    await world.make({ spec: SINGLE })
    await world.seconds(60)

    const failure = { condition: 'Available', reason: 'Lost', message: 'does not start', state: 'KubeAPIServer' }
    world.behaviours.setFailure('HostedCluster', CLUSTER, failure)
    await world.seconds(60)

    expect(await world.condition('KubeAPIServerAvailable')).toBe('False/WaitingForAvailable')
    expect(world.apis.get(NAMESPACE)?.settings.serving).toBe(false)
  }, 60_000)

  it('replaces pods of another release, and the job that prepares it', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    await world.make({ spec: SINGLE })
    await world.seconds(60)

    const body = { spec: { releaseImage: 'img.example/ocp-release:4.19.4-multi' } }
    await world.client.patch(HostedControlPlane, REF, { type: 'merge', body })
    await world.seconds(120)

    expect(await world.component('featuregate-generator')).toBe('True/JobComplete True/JobComplete 4.19.4')
    expect(await world.component('cluster-version-operator')).toBe('True/AsExpected True/AsExpected 4.19.4')
    const [server] = await podsOf(world, 'kube-apiserver')
    expect(server?.metadata.annotations?.['hypershift.openshift.io/release-image']).toBe(
      'img.example/ocp-release:4.19.4-multi',
    )
    expect((await world.controlPlane()).status?.controlPlaneVersion?.history?.[0]?.state).toBe('Completed')
  }, 60_000)

  it('keeps running pods when behaviours change', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    await world.make({ spec: SINGLE })
    await world.seconds(60)
    const before = (await podsOf(world, 'kube-apiserver')).map(({ metadata }) => metadata.uid)

    world.behaviours.setDelay('HostedCluster', CLUSTER, { delaySeconds: 30 })
    await world.seconds(60)

    expect((await podsOf(world, 'kube-apiserver')).map(({ metadata }) => metadata.uid)).toEqual(before)
  }, 60_000)

  it('stops the version operator before the cloud is cleaned up', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    await world.make({ spec: SINGLE, annotations: { 'hypershift.openshift.io/cleanup-cloud-resources': 'true' } })
    await world.seconds(60)

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(30)

    expect(await world.condition('CVOScaledDown')).toBe('True/CVOScaledDown')
    expect(await podsOf(world, 'cluster-version-operator')).toEqual([])
    expect(await podsOf(world, 'kube-apiserver')).toHaveLength(1)
  }, 60_000)
})
