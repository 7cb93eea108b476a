import {
  ClusterRoleBinding,
  ControlPlaneComponent,
  Deployment,
  NetworkPolicy,
  Role,
  RoleBinding,
  ServiceAccount,
} from '@skep/api'
import { describe, expect, it, vi } from 'vitest'
import { CONTROL_PLANE, type PlatformName } from './test/samples.ts'
import { type OrderChanges, startHostedClusterWorld } from './test/world.ts'

async function startOrdered(platform: PlatformName, changes: OrderChanges = {}) {
  const world = await startHostedClusterWorld({ controlPlanePods: true })
  await world.start()
  await world.order(platform, changes)
  const names = async (kind: typeof Deployment | typeof NetworkPolicy) => {
    // Both kinds are listed alike.
    const { items } = await world.client.list(kind as typeof Deployment, { namespace: CONTROL_PLANE })
    return items.map(({ metadata }) => metadata.name)
  }
  return { ...world, names }
}

describe('in the namespace of a control plane', () => {
  it('run those who look after it and its machines', async () => {
    const world = await startOrdered('Azure', { spec: { nodeSelector: { pool: 'control' } } })

    expect(await world.names(Deployment)).toEqual(['capi-provider', 'cluster-api', 'control-plane-operator'])
    expect(await world.made(Deployment, 'cluster-api')).toMatchObject({
      metadata: {
        labels: { 'hypershift.openshift.io/managed-by': 'control-plane-operator' },
        finalizers: ['hypershift.openshift.io/component-finalizer'],
      },
      spec: {
        replicas: 1,
        template: {
          metadata: {
            labels: {
              'hypershift.openshift.io/control-plane-component': 'cluster-api',
              'hypershift.openshift.io/hosted-control-plane': CONTROL_PLANE,
              'hypershift.openshift.io/need-management-kas-access': 'true',
            },
            annotations: { 'hypershift.openshift.io/release-image': 'img.example/ocp-release:4.19.3-multi' },
          },
          spec: {
            serviceAccountName: 'cluster-api',
            priorityClassName: 'hypershift-control-plane',
            nodeSelector: { pool: 'control' },
          },
        },
      },
    })
    const operator = await world.made(Deployment, 'control-plane-operator')
    expect(operator?.metadata.finalizers).toBeUndefined()
    expect(operator?.metadata.ownerReferences).toBeUndefined()
  })

  it('each of them says how it is', async () => {
    const world = await startOrdered('Azure')
    await world.seconds(1)

    const component = await world.made(ControlPlaneComponent, 'control-plane-operator')
    // There is no node that its pod could run on.
    expect(component?.status?.conditions?.map(({ type, status, reason }) => `${type} ${status}/${reason}`)).toEqual([
      'Available False/WaitingForAvailable',
      'RolloutComplete False/WaitingForRolloutComplete',
    ])
    expect(component?.status?.version).toBeUndefined()
  })

  it('nobody looks after machines where there are none, or somebody else does', async () => {
    expect(await (await startOrdered('None')).names(Deployment)).toEqual(['cluster-api', 'control-plane-operator'])
    const annotations = { 'hypershift.openshift.io/disable-machine-management': 'true' }
    expect(await (await startOrdered('Azure', { annotations })).names(Deployment)).toEqual(['control-plane-operator'])
  })

  it('they may do what they have to', async () => {
    const world = await startOrdered('Azure')

    for (const name of ['control-plane-operator', 'cluster-api', 'capi-provider']) {
      expect(await world.made(ServiceAccount, name)).toBeDefined()
      expect((await world.made(Role, name))?.rules?.length).toBeGreaterThan(0)
      expect((await world.made(RoleBinding, name))?.subjects).toEqual([
        { kind: 'ServiceAccount', name, namespace: CONTROL_PLANE },
      ])
    }
    expect(
      await world.client.get(ClusterRoleBinding, { name: `hypershift-cluster-api-${CONTROL_PLANE}` }),
    ).toBeDefined()
  })

  it.each<[PlatformName, string[]]>([
    ['Azure', ['kas', 'openshift-monitoring', 'private-router', 'same-namespace', 'sharedingress']],
    [
      'None',
      [
        'kas',
        'nodeport-ignition',
        'nodeport-ignition-proxy',
        'nodeport-konnectivity',
        'nodeport-konnectivity-kas',
        'nodeport-oauth',
        'openshift-ingress',
        'openshift-monitoring',
        'same-namespace',
      ],
    ],
    ['KubeVirt', ['kas', 'openshift-monitoring', 'same-namespace', 'virt-launcher']],
  ])('only those get in who may: %s', async (platform, policies) => {
    expect(await (await startOrdered(platform)).names(NetworkPolicy)).toEqual(policies)
  })

  it('what somebody deletes comes back', async () => {
    const world = await startOrdered('Azure')
    await world.client.delete(NetworkPolicy, { namespace: CONTROL_PLANE, name: 'kas' })
    await world.client.delete(Deployment, { namespace: CONTROL_PLANE, name: 'control-plane-operator' })
    await world.seconds(1)

    expect(await world.made(NetworkPolicy, 'kas')).toBeDefined()
    expect(await world.made(Deployment, 'control-plane-operator')).toBeDefined()
  })

  it('what somebody deletes is held only as long as there are machines that it has to remove', async () => {
    const ref = { namespace: CONTROL_PLANE, name: 'cluster-api' }
    const idAfterDeletion = async (world: Awaited<ReturnType<typeof startOrdered>>) => {
      const before = await world.made(Deployment, ref.name)
      await world.client.delete(Deployment, ref)
      await world.seconds(2)
      return [before?.metadata.uid, (await world.made(Deployment, ref.name))?.metadata.uid]
    }

    const [held, same] = await idAfterDeletion(await startOrdered('Azure'))
    expect(same).toBe(held)
    const [former, another] = await idAfterDeletion(await startOrdered('None'))
    expect(another).toBeDefined()
    expect(another).not.toBe(former)
  })

  it('what somebody changes of them is changed back', async () => {
    const world = await startOrdered('Azure')
    const ref = { namespace: CONTROL_PLANE, name: 'capi-provider' }
    const body = { metadata: { finalizers: ['example.com/mine'] }, spec: { replicas: 0 } }
    await world.client.patch(Deployment, ref, { type: 'merge', body })
    await world.seconds(1)

    const { metadata, spec } = (await world.made(Deployment, 'capi-provider'))!
    expect(spec?.replicas).toBe(1)
    expect(metadata.finalizers).toEqual(['example.com/mine', 'hypershift.openshift.io/component-finalizer'])

    const update = vi.spyOn(world.client, 'update')
    await world.change({ metadata: { labels: { any: 'thing' } } })
    expect(update).not.toHaveBeenCalled()
  })

  it('somebody may run one of them elsewhere', async () => {
    const annotations = { 'hypershift.openshift.io/debug-deployments': 'cluster-api,etcd' }
    const world = await startOrdered('Azure', { annotations })

    expect((await world.made(Deployment, 'cluster-api'))?.spec?.replicas).toBe(0)
    expect((await world.made(Deployment, 'control-plane-operator'))?.spec?.replicas).toBe(1)
  })

  it('an upgrade brings another image', async () => {
    const world = await startOrdered('Azure')
    const image = async () =>
      (await world.made(Deployment, 'control-plane-operator'))?.spec?.template.spec?.containers[0]?.image
    expect(await image()).toBe('img.example/ocp-release:4.19.3-hypershift')

    await world.change({
      spec: { release: { image: 'img.example/ocp-release:4.19.4-multi' }, nodeSelector: { a: 'b' } },
    })
    expect(await image()).toBe('img.example/ocp-release:4.19.4-hypershift')

    await world.change({ spec: { nodeSelector: null } })
    expect((await world.made(Deployment, 'control-plane-operator'))?.spec?.template.spec?.nodeSelector).toBeUndefined()
  })
})
