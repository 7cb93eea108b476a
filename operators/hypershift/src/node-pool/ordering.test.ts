import { ClusterApiMachineSet, HostedCluster, MachineDeployment, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { createCoreConfig, createIgnitionAuthority, startPoolWorld } from './test/pool-world.ts'
import { CLUSTER, CONTROL_PLANE, NAMESPACE } from './test/samples.ts'

const WORKERS = { namespace: CONTROL_PLANE, name: 'workers' }

describe('a new node pool', () => {
  it('whose hosted cluster does not exist is left alone until it does', async () => {
    const world = await startPoolWorld()
    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: CLUSTER })
    await world.start()
    await world.order()

    expect((await world.pool()).metadata.finalizers).toBeUndefined()
    expect((await world.pool()).status).toBeUndefined()
  })

  it('is held and owned by its hosted cluster, and says how many nodes it has', async () => {
    const world = await startPoolWorld({ bare: true })
    await world.start()
    await world.order()

    const { metadata, status } = await world.pool()
    expect(metadata.finalizers).toEqual(['hypershift.openshift.io/finalizer'])
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'HostedCluster', name: 'demo' }])
    expect(status?.replicas).toBe(0)
  })

  it('waits for the ignition endpoint, then for its authority, then for the kubeconfig', async () => {
    const world = await startPoolWorld({ bare: true })
    await world.start()
    await world.order()
    expect(await world.condition('IgnitionEndpointAvailable')).toBe('False/IgnitionEndpointMissing')
    expect(await world.condition('ValidArchPlatform')).toBeUndefined()

    await world.changeCluster({ status: { ignitionEndpoint: 'ignition.demo.hcp.example.net' } })
    await world.seconds(1)
    expect(await world.condition('IgnitionEndpointAvailable')).toBe('False/IgnitionCACertMissing')

    await createIgnitionAuthority(world.client)
    await world.seconds(1)
    expect(await world.condition('IgnitionEndpointAvailable')).toBeUndefined()
    expect(await world.condition('ValidArchPlatform')).toBe('True/AsExpected')
    expect(await world.condition('SupportedVersionSkew')).toBe('Unknown/ValidationFailed')
    expect(await world.condition('ValidMachineConfig')).toBeUndefined()
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()

    await world.changeCluster({ status: { kubeconfig: { name: 'demo-admin-kubeconfig' } } })
    await world.seconds(1)
    expect(await world.message('ValidMachineConfig')).toBe('expected 2 core ignition configs, found 0')
  })

  it('on Azure waits until the name of the ignition endpoint can be found', async () => {
    const world = await startPoolWorld()
    const dns = (status: string, reason: string) => ({
      type: 'ExternalDNSReachable',
      status,
      reason,
      message: 'no such host',
      lastTransitionTime: '2030-01-01T00:00:00Z',
    })
    await world.changeCluster({ status: { conditions: [dns('False', 'ExternalDNSHostNotReachable')] } })
    await world.start()
    await world.order()
    expect(await world.condition('IgnitionEndpointAvailable')).toBe('False/ExternalDNSHostNotReachable')
    expect(await world.secretNames('token')).toEqual([])

    await world.changeCluster({ status: { conditions: [dns('True', 'AsExpected')] } })
    await world.seconds(1)
    expect(await world.condition('IgnitionEndpointAvailable')).toBeUndefined()
    expect(await world.secretNames('token')).toHaveLength(1)
  })

  it('waits for an authority that is one', async () => {
    const world = await startPoolWorld()
    const ref = { namespace: CONTROL_PLANE, name: 'ignition-server-ca-cert' }
    await world.client.patch(Secret, ref, { type: 'merge', body: { data: { 'tls.crt': null } } })
    await world.start()
    await world.order()

    expect(await world.condition('IgnitionEndpointAvailable')).toBe('False/IgnitionCACertMissing')
    expect(await world.message('IgnitionEndpointAvailable')).toBe('CA Secret is missing tls.crt key')
  })

  it('makes machines once the control plane has made configuration for all nodes', async () => {
    const world = await startPoolWorld({ bare: true })
    await world.start()
    await world.order()
    await createIgnitionAuthority(world.client)
    await world.changeCluster({
      status: { ignitionEndpoint: 'ign:443', kubeconfig: { name: 'demo-admin-kubeconfig' } },
    })
    await createCoreConfig(world.client, 'ignition-config-worker-ssh')
    await world.seconds(1)
    expect(await world.condition('ValidMachineConfig')).toBe('False/ValidationFailed')
    expect(await world.secretNames('token')).toEqual([])

    await createCoreConfig(world.client, 'ignition-config-fips')
    await world.seconds(1)
    expect(await world.condition('ValidMachineConfig')).toBe('True/AsExpected')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeDefined()
  })

  it('waits for the third of them where images come from elsewhere, too', async () => {
    const world = await startPoolWorld()
    await world.changeCluster({ spec: { imageContentSources: [{ source: 'a', mirrors: ['b'] }] } })
    await world.start()
    await world.order()
    expect(await world.message('ValidMachineConfig')).toBe('expected 3 core ignition configs, found 2')

    await createCoreConfig(world.client, 'ignition-config-40-image-content-source')
    await world.seconds(1)
    expect(await world.condition('ValidMachineConfig')).toBe('True/AsExpected')
  })

  it('becomes a token and user data of the same configuration, and a MachineDeployment', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()

    const [token] = await world.secretNames('token')
    expect(token).toMatch(/^token-workers-[0-9a-f]{8}$/)
    expect(await world.secretNames('user-data')).toEqual([token?.replace('token', 'user-data')])
    const deployment = await world.client.get(MachineDeployment, WORKERS)
    expect(deployment?.spec).toMatchObject({
      clusterName: 'demo-x7k2p',
      replicas: 2,
      selector: { matchLabels: { 'demo-x7k2p-demo-workers': 'demo-x7k2p-demo-workers' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: { spec: { version: '4.19.3', bootstrap: { dataSecretName: token?.replace('token', 'user-data') } } },
    })
  })

  it('that is updated in place becomes a MachineSet', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { management: { upgradeType: 'InPlace' } as never } })

    const machineSet = await world.client.get(ClusterApiMachineSet, WORKERS)
    const [token] = await world.secretNames('token')
    const hash = token?.slice(-8)
    expect(machineSet?.metadata.annotations).toMatchObject({
      'hypershift.openshift.io/nodePoolCurrentConfigVersion': hash,
      'hypershift.openshift.io/nodePoolTargetConfigVersion': hash,
      'hypershift.openshift.io/nodePoolMaxUnavailable': '1',
    })
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })

  it('on no platform is done with the token, for nodes that somebody else boots', async () => {
    const world = await startPoolWorld({ platform: 'None' })
    await world.start()
    await world.order()

    expect((await world.pool()).status).toMatchObject({ version: '4.19.3', replicas: 0 })
    expect(await world.secretNames('user-data')).toHaveLength(1)
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })

  it('waits for the name of what it is made of', async () => {
    const world = await startPoolWorld()
    const spec = { ...(await world.client.get(HostedCluster, { namespace: NAMESPACE, name: CLUSTER }))!.spec }
    delete spec.infraID
    const status = (await world.client.get(HostedCluster, { namespace: NAMESPACE, name: CLUSTER }))!.status
    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: CLUSTER })
    await world.client.create(HostedCluster, { metadata: { namespace: NAMESPACE, name: CLUSTER }, spec })
    await world.changeCluster({ status: status! })
    await world.start()
    await world.order()
    expect(await world.condition('ValidPlatformConfig')).toBe('True/AsExpected')
    expect(await world.secretNames('token')).toEqual([])

    await world.changeCluster({ spec: { infraID: 'demo-later' } })
    await world.seconds(1)
    expect((await world.client.get(MachineDeployment, WORKERS))?.spec.clusterName).toBe('demo-later')
  })
})
