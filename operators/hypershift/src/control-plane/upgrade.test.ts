import { HostedControlPlane } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const upgrade = (world: World, version: string) =>
  world.client.patch(
    HostedControlPlane,
    { namespace: NAMESPACE, name: 'demo' },
    {
      type: 'merge',
      body: { spec: { releaseImage: `img.example/ocp-release:${version}-multi` } },
    },
  )

const versions = async (world: World, ...names: string[]) =>
  Promise.all(names.map(async (name) => (await world.component(name))?.split(' ').at(-1)))

describe('upgrading a control plane', () => {
  it('goes through its components in order', async () => {
    const world = await startWorld()
    await world.start()
    await world.make()
    await world.seconds(200)
    const order = ['etcd', 'kube-apiserver', 'openshift-apiserver', 'cluster-version-operator']

    await upgrade(world, '4.19.4')
    await world.seconds(45)
    expect(await versions(world, ...order)).toEqual(['4.19.4', '4.19.3', '4.19.3', '4.19.3'])
    expect(await world.component('kube-apiserver')).toBe('True/AsExpected False/WaitingForRolloutComplete 4.19.3')
    expect(await world.component('openshift-apiserver')).toBe('True/AsExpected False/WaitingForDependencies 4.19.3')
    expect(world.apis.get(NAMESPACE)?.settings.kubernetesVersion).toBe('v1.32.3')
    await world.seconds(30)
    expect(await versions(world, ...order)).toEqual(['4.19.4', '4.19.4', '4.19.3', '4.19.3'])
    expect(world.apis.get(NAMESPACE)?.settings.kubernetesVersion).toBe('v1.32.4')
    await world.seconds(30)
    expect(await versions(world, ...order)).toEqual(['4.19.4', '4.19.4', '4.19.4', '4.19.3'])
    await world.seconds(30)
    expect(await versions(world, ...order)).toEqual(['4.19.4', '4.19.4', '4.19.4', '4.19.4'])
  })

  it('keeps the control plane available, and remembers both versions', async () => {
    const world = await startWorld()
    await world.start()
    await world.make()
    await world.seconds(200)
    const since = (await world.controlPlane()).status?.conditions?.find(({ type }) => type === 'Available')

    await upgrade(world, '4.20.1')
    await world.seconds(60)
    expect((await world.controlPlane()).status?.controlPlaneVersion).toMatchObject({
      desired: { version: '4.20.1' },
      history: [
        { state: 'Partial', version: '4.20.1' },
        { state: 'Completed', version: '4.19.3' },
      ],
    })
    await world.seconds(140)

    const { status } = await world.controlPlane()
    expect(status?.controlPlaneVersion?.history?.map(({ state, version }) => `${version} ${state}`)).toEqual([
      '4.20.1 Completed',
      '4.19.3 Completed',
    ])
    expect(status?.conditions?.find(({ type }) => type === 'Available')?.lastTransitionTime).toBe(
      since?.lastTransitionTime,
    )
  })

  it('upgrades components alone where the control plane has a release of its own', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ spec: { controlPlaneReleaseImage: 'img.example/ocp-release:4.19.9-multi' } })

    await world.seconds(1)

    expect(await versions(world, 'kube-apiserver')).toEqual(['4.19.9'])
    expect((await world.controlPlane()).status?.controlPlaneVersion?.desired.version).toBe('4.19.9')
  })

  it('goes on where another process was stopped', async () => {
    const world = await startWorld()
    const stop = await world.start()
    await world.make()
    await world.seconds(200)
    await upgrade(world, '4.19.4')
    await world.seconds(50)

    await stop()
    await world.start()
    await world.seconds(150)

    expect((await world.controlPlane()).status?.controlPlaneVersion?.history?.[0]).toMatchObject({
      state: 'Completed',
      version: '4.19.4',
    })
  })
})
