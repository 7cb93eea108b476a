import {
  ClusterOperator,
  ClusterRoleBinding,
  ConfigMap,
  DaemonSet,
  HostedControlPlane,
  Namespace,
  OpenShiftDns,
  OpenShiftInfrastructure,
  OpenShiftIngress,
  OpenShiftNetwork,
  OpenShiftProxy,
  ServiceAccount,
} from '@skep/api'
import type { Client } from '@skep/client'
import { describe, expect, it, vi } from 'vitest'
import { startWorld } from './test/world.ts'

const CLUSTER = { name: 'cluster' }
const merge = (body: object) => ({ type: 'merge' as const, body })

describe('the cluster of a tenant', () => {
  it('knows what it runs on, its domains and its networks', async () => {
    const { tenant, seconds, condition } = await startWorld()

    await seconds(1)

    const { client } = tenant
    expect((await client.get(OpenShiftInfrastructure, CLUSTER))?.status).toMatchObject({
      infrastructureName: 'demo-x7k2p',
      apiServerURL: 'https://api.demo.hcp.example.net:443',
      controlPlaneTopology: 'External',
      infrastructureTopology: 'SingleReplica',
      platform: 'None',
    })
    expect((await client.get(OpenShiftDns, CLUSTER))?.spec.baseDomain).toBe('demo.hcp.example.net')
    expect((await client.get(OpenShiftIngress, CLUSTER))?.spec.domain).toBe('apps.demo.hcp.example.net')
    expect((await client.get(OpenShiftNetwork, CLUSTER))?.status).toMatchObject({
      clusterNetwork: [{ cidr: '10.132.0.0/14', hostPrefix: 23 }],
      serviceNetwork: ['172.31.0.0/16'],
      networkType: 'OVNKubernetes',
    })
    const installed = await client.get(ConfigMap, { namespace: 'kube-system', name: 'cluster-config-v1' })
    expect(installed?.data?.['install-config']).toContain('hcp.example.net')
    expect(await client.get(DaemonSet, { namespace: 'kube-system', name: 'konnectivity-agent' })).toBeDefined()
    expect(await condition('ConfigOperatorReconciliationSucceeded')).toBe('True/AsExpected')
  })

  it('has no prefix in its domain when it shall have none', async () => {
    const { tenant, seconds } = await startWorld({
      spec: { dns: { baseDomain: 'hcp.example.net', baseDomainPrefix: '' } },
    })

    await seconds(1)

    expect((await tenant.client.get(OpenShiftDns, CLUSTER))?.spec.baseDomain).toBe('hcp.example.net')
  })

  it('follows the configuration of the hosted cluster', async () => {
    const { tenant, client, controlPlane, seconds } = await startWorld()
    await seconds(1)
    const change = async (configuration: object | null) => {
      const body = { spec: { configuration } }
      await client.patch(HostedControlPlane, (await controlPlane()).metadata, { type: 'merge', body })
      await seconds(1)
      return (await tenant.client.get(OpenShiftProxy, CLUSTER))?.spec
    }

    expect(await change({ proxy: { httpProxy: 'http://proxy.example:3128' } })).toEqual({
      httpProxy: 'http://proxy.example:3128',
    })
    expect(await change(null)).toEqual({})
  })

  it('has nothing of the parts that it lacks, also before there are nodes', async () => {
    const { tenant, seconds } = await startWorld({ spec: { capabilities: { disabled: ['Console', 'Ingress'] } } })

    await seconds(60)

    expect(await tenant.client.get(Namespace, { name: 'openshift-ingress' })).toBeUndefined()
    const { items } = await tenant.client.list(ClusterOperator)
    const names = items.map(({ metadata }) => metadata.name)
    expect(names.filter((name) => ['console', 'image-registry', 'ingress'].includes(name))).toEqual(['image-registry'])
  })

  it.each([
    [
      'changes',
      (client: Client) => client.patch(OpenShiftDns, CLUSTER, merge({ spec: { baseDomain: 'mine.example' } })),
    ],
    ['deletes', (client: Client) => client.delete(OpenShiftDns, CLUSTER)],
  ])('gets its settings back as soon as somebody %s them', async (_, tamper) => {
    const { tenant, seconds } = await startWorld()
    await seconds(10)
    await tamper(tenant.client)

    await seconds(1)

    expect((await tenant.client.get(OpenShiftDns, CLUSTER))?.spec.baseDomain).toBe('demo.hcp.example.net')
  })

  it('gets its operators back as soon as somebody changes or deletes them', async () => {
    const { tenant, addNode, rollOut, seconds } = await startWorld()
    const { client } = tenant
    await rollOut('4.19.3')
    await addNode('one')
    await seconds(600)
    const before = (await client.get(ClusterOperator, { name: 'dns' }))?.status
    expect(before?.versions).toEqual([{ name: 'operator', version: '4.19.3' }])

    await client.delete(ClusterOperator, { name: 'dns' })
    await client.patch(ClusterOperator, { name: 'console' }, merge({ status: { conditions: [] } }), {
      subresource: 'status',
    })
    await seconds(1)

    const { items } = await client.list(ClusterOperator)
    const available = items.filter(({ status }) =>
      status?.conditions?.some(({ type, status: value }) => type === 'Available' && value === 'True'),
    )
    expect(available.map(({ metadata }) => metadata.name)).toEqual(items.map(({ metadata }) => metadata.name))
    expect(items.map(({ metadata }) => metadata.name)).toContain('dns')
  })

  it('gets back what lets machines join, and the namespaces it begins with', async () => {
    const { tenant, seconds } = await startWorld()
    const { client } = tenant
    await seconds(10)
    const account = { namespace: 'openshift-machine-config-operator', name: 'node-bootstrapper' }
    const binding = { name: 'system-bootstrap-node-bootstrapper' }

    await client.delete(ClusterRoleBinding, binding)
    await client.delete(Namespace, { name: 'openshift-etcd' })
    await client.delete(Namespace, { name: account.namespace })
    await seconds(60)

    expect((await client.get(ClusterRoleBinding, binding))?.roleRef.name).toBe('system:node-bootstrapper')
    expect((await client.get(Namespace, { name: 'openshift-etcd' }))?.status?.phase).toBe('Active')
    expect(await client.get(ServiceAccount, account)).toBeDefined()
  })

  it('gets the agents of its control plane back as soon as somebody deletes them', async () => {
    const { tenant, seconds } = await startWorld()
    await seconds(10)
    const agents = { namespace: 'kube-system', name: 'konnectivity-agent' }
    await tenant.client.delete(DaemonSet, agents)

    await seconds(1)

    expect(await tenant.client.get(DaemonSet, agents)).toBeDefined()
  })

  it('is not looked at again for what was written into it by its own operator', async () => {
    const { tenant, seconds } = await startWorld()
    const get = vi.spyOn(tenant.client, 'get')
    await seconds(10)
    const once = get.mock.calls.length

    await seconds(600)

    expect(get.mock.calls.length).toBe(once)
    const settings = get.mock.calls.filter(([kind]) => kind.kind === OpenShiftDns.kind)
    expect(settings.length).toBeLessThan(2)
  })

  it('is left alone while its control plane is paused', async () => {
    const { tenant, client, controlPlane, seconds } = await startWorld({ spec: { pausedUntil: 'true' } })
    await seconds(10)
    expect(await tenant.client.get(OpenShiftDns, CLUSTER)).toBeUndefined()

    const { metadata } = await controlPlane()
    await client.patch(HostedControlPlane, metadata, { type: 'merge', body: { spec: { pausedUntil: null } } })
    await seconds(1)

    expect(await tenant.client.get(OpenShiftDns, CLUSTER)).toBeDefined()
  })

  it('is told of when something in it cannot be written', async () => {
    const { client, tenant, controlPlane, condition, message, seconds } = await startWorld()
    await seconds(1)
    expect(await condition('ConfigOperatorReconciliationSucceeded')).toBe('True/AsExpected')

    vi.spyOn(tenant.client, 'update').mockRejectedValue(new Error('there is no space left'))
    const body = { spec: { configuration: { ingress: { appsDomain: 'apps.example' } } } }
    await client.patch(HostedControlPlane, (await controlPlane()).metadata, { type: 'merge', body })
    await seconds(1)

    expect(await condition('ConfigOperatorReconciliationSucceeded')).toBe('False/ReconcileError')
    expect(await message('ConfigOperatorReconciliationSucceeded')).toContain('there is no space left')
  })
})
