import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CertificateSigningRequest, ClusterOperator, Namespace, Node, Service } from '@skep/api'
import { hasReason } from '@skep/base'
import { createClient, loadKubeconfig } from '@skep/client'
import { describe, expect, it } from 'vitest'
import type { HostedApi } from './contracts.ts'
import { ADMIN, BOOTSTRAPPER, closed, kubeconfigOf, START, startHosted, whoAmI } from './test/hosted.ts'

const isAvailable = ({ status }: ClusterOperator) =>
  status?.conditions?.some((condition) => condition.type === 'Available' && condition.status === 'True')

/** What a path answers whoever comes through a socket. */
async function fetchPath(api: HostedApi, path: string): Promise<{ status: number; text: string }> {
  const endpoint = await loadKubeconfig({ text: await kubeconfigOf(api) })
  const client = closed(createClient({ kubeconfig: endpoint, retry: { maxAttempts: 1, backoff: { delay: () => 0 } } }))
  try {
    const { status, body } = await client.raw({ path })
    return { status, text: body.toString() }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { status: Number(error.code), text: error.message }
    throw error
  }
}

describe('a hosted API', () => {
  it('answers whoever has its kubeconfig, as OpenShift does', async () => {
    const { apis, server } = await startHosted()

    const blue = await apis.ensure('clusters-blue', START)

    const client = closed(createClient({ kubeconfig: await loadKubeconfig({ text: await kubeconfigOf(blue) }) }))
    expect(blue.url).toBe(`${server.url}/clusters/clusters-blue`)
    expect(await whoAmI(client)).toBe('system:admin')
    expect((await client.list(Node)).items).toEqual([])
    const operators = await client.list(ClusterOperator)
    expect(operators.items.filter(isAvailable).map(({ metadata }) => metadata.name)).toEqual([
      'kube-apiserver',
      'kube-controller-manager',
      'kube-scheduler',
      'openshift-apiserver',
      'openshift-controller-manager',
      'operator-lifecycle-manager-packageserver',
    ])
    expect(operators.items.find(isAvailable)?.status?.versions).toEqual([
      { name: 'operator', version: '4.19.3' },
      { name: 'raw-internal', version: '4.19.3' },
      { name: 'kube-apiserver', version: '1.32.3' },
    ])
    const names = (await client.list(Namespace)).items.map(({ metadata }) => metadata.name)
    expect(names).toEqual(expect.arrayContaining(['kube-system', 'openshift-config', 'openshift-etcd']))
  })

  it('has operators that are well since it was made, not since the first one of its release was', async () => {
    const { apis, clock } = await startHosted()
    await apis.ensure('blue', START)
    await clock.advance(3_600_000)

    const { client } = await apis.ensure('green', START)

    const operator = await client.get(ClusterOperator, { name: 'kube-apiserver' })
    const times = operator?.status?.conditions?.map(({ lastTransitionTime }) => lastTransitionTime)
    expect(new Set(times)).toEqual(new Set(['2030-01-01T01:00:00Z']))
    expect(operator?.metadata.creationTimestamp).toBe('2030-01-01T01:00:00Z')
  })

  it('serves the groups of OpenShift', async () => {
    const { apis } = await startHosted()
    const { client } = await apis.ensure('blue', START)

    const { body } = await client.raw({ path: '/apis' })
    const { groups } = JSON.parse(body.toString()) as { groups: { name: string }[] }
    const routes = await client.raw({ path: '/apis/route.openshift.io/v1/routes' })

    const served = groups.map(({ name }) => name).filter((name) => name.endsWith('openshift.io'))
    expect(served).toEqual(
      expect.arrayContaining([
        'apps.openshift.io',
        'config.openshift.io',
        'oauth.openshift.io',
        'operator.openshift.io',
        'project.openshift.io',
        'security.openshift.io',
        'user.openshift.io',
      ]),
    )
    expect(JSON.parse(routes.body.toString())).toMatchObject({ kind: 'RouteList', items: [] })
  })

  it('says its own version, and has its services in its own network', async () => {
    const { apis } = await startHosted()
    const { client } = await apis.ensure('blue', START)

    const version = await client.raw({ path: '/version' })
    const service = await client.get(Service, { namespace: 'default', name: 'kubernetes' })
    const spec = { ports: [{ port: 80 }] }
    const other = await client.create(Service, { metadata: { namespace: 'default', name: 'web' }, spec })

    expect(JSON.parse(version.body.toString())).toMatchObject({ major: '1', minor: '32', gitVersion: 'v1.32.3' })
    expect(service?.spec?.clusterIP).toBe('172.31.0.1')
    expect(other.spec?.clusterIP).toMatch(/^172\.31\./)
  })

  it('is told apart from others by the uid of kube-system', async () => {
    const { apis } = await startHosted()
    const uidOf = async (id: string) => {
      const { client } = await apis.ensure(id, START)
      return (await client.get(Namespace, { name: 'kube-system' }))?.metadata.uid
    }
    const blue = await uidOf('blue')

    expect(await uidOf('green')).not.toBe(blue)
    expect(await uidOf('blue')).toBe(blue)
  })

  it('takes addresses of services from a network of IPv6, too', async () => {
    const { apis } = await startHosted()
    const { client } = await apis.ensure('blue', { ...START, serviceNetwork: 'fd02::/112' })

    const service = await client.get(Service, { namespace: 'default', name: 'kubernetes' })

    expect(service?.spec).toMatchObject({ clusterIP: 'fd02::1', clusterIPs: ['fd02::1'], ipFamilies: ['IPv6'] })
  })

  it('refuses everybody outside while it does not serve', async () => {
    const { apis } = await startHosted()
    const blue = await apis.ensure('blue', START)

    await blue.change({ serving: false })

    expect((await fetchPath(blue, '/api/v1/nodes')).status).toBe(503)
    expect((await blue.client.list(Node)).items).toEqual([])
    await blue.change({ serving: true })
    expect((await fetchPath(blue, '/api/v1/nodes')).status).toBe(200)
  })

  it('tells which of its checks fail', async () => {
    const { apis, server } = await startHosted()
    const blue = await apis.ensure('blue', START)
    expect(await fetchPath(blue, '/healthz')).toEqual({ status: 200, text: 'ok' })

    await blue.change({ failingChecks: ['etcd'] })
    const failing = await server.handle({ path: '/clusters/blue/livez?verbose' })
    await blue.change({ failingChecks: [] })

    expect(failing.status).toBe(500)
    const lines = (await failing.body()).toString().split('\n')
    expect(lines).toEqual(expect.arrayContaining(['[+]ping ok', '[+]log ok', '[-]etcd failed: reason withheld']))
    expect((await fetchPath(blue, '/readyz?verbose')).text).toContain('[+]ping ok')
  })

  it('lets machines ask for a certificate, and do nothing else', async () => {
    const { apis } = await startHosted()
    const blue = await apis.ensure('blue', START)
    const machine = closed(blue.clientAs(BOOTSTRAPPER))

    const listed = await machine.list(CertificateSigningRequest).then(
      () => 'listed',
      (error) => (hasReason(error, 'Forbidden') ? 'forbidden' : 'failed'),
    )
    const nodes = await machine.list(Node).catch((error) => error.reason)

    expect(listed).toBe('listed')
    expect(nodes).toBe('Forbidden')
  })

  it('is there after a restart, as it was changed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hosted-'))
    const before = await startHosted({ dataDir })
    const blue = await before.apis.ensure('blue', START)
    await blue.change({ kubernetesVersion: 'v1.32.4', failingChecks: ['etcd'] })
    await before.stop()

    const after = await startHosted({ dataDir })

    const again = after.apis.get('blue')
    expect(again?.settings).toEqual({
      kubernetesVersion: 'v1.32.4',
      serviceNetwork: '172.31.0.0/16',
      podNetwork: { cidr: '10.132.0.0/14', hostPrefix: 23 },
      serving: true,
      failingChecks: ['etcd'],
    })
    expect((await again!.client.list(ClusterOperator)).items.filter(isAvailable).length).toBe(6)
  })

  it('leaves nothing when it is removed', async () => {
    const { apis, server } = await startHosted()
    const blue = await apis.ensure('blue', START)
    await blue.issue(ADMIN)

    expect(await apis.remove('blue')).toBe(true)

    expect(apis.get('blue')).toBeUndefined()
    expect(await apis.remove('blue')).toBe(false)
    expect(server.clusters.list()).toEqual([])
    const again = await apis.ensure('blue', START)
    expect(again.settings.serving).toBe(true)
  })

  it('is made once when several ask for it at the same time', async () => {
    const { apis } = await startHosted()

    const [one, two] = await Promise.all([apis.ensure('blue', START), apis.ensure('blue', START)])

    expect(one).toBe(two)
  })
})
