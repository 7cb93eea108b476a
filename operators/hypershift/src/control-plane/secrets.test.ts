import { X509Certificate } from 'node:crypto'
import { ConfigMap, Secret } from '@skep/api'
import { createRandom } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { isReservedName } from '../reserved-names.ts'
import { newKubeadminPassword } from './kubeadmin-password.ts'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const names = async (world: World) =>
  (await world.client.list(Secret, { namespace: NAMESPACE })).items.map(({ metadata }) => metadata.name)

async function read(world: World, name: string): Promise<Record<string, string>> {
  const secret = await world.client.get(Secret, { namespace: NAMESPACE, name })
  const entries = Object.entries(secret?.data ?? {})
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))
}

describe('the secrets of a control plane', () => {
  it('are all that its components and others look for', async () => {
    const world = await startWorld({ pods: true, delaySeconds: 0 })
    await world.start()
    await world.make({ spec: { controllerAvailabilityPolicy: 'SingleReplica' } })

    await world.seconds(20)

    expect(await names(world)).toEqual([
      'admin-kubeconfig',
      'bootstrap-kubeconfig',
      'cluster-signer-ca',
      'demo-x7k2p-kubeconfig',
      'etcd-client-tls',
      'etcd-peer-tls',
      'etcd-server-tls',
      'etcd-signer',
      'hcco-kubeconfig',
      'ignition-server-ca-cert',
      'ignition-server-serving-cert',
      'kas-bootstrap-client',
      'kas-server-crt',
      'konnectivity-client',
      'konnectivity-cluster',
      'konnectivity-server',
      'konnectivity-signer',
      'kubeadmin-password',
      'localhost-kubeconfig',
      'oauth-server-crt',
      'pull-secret',
      'root-ca',
      'sa-signing-key',
      'service-network-admin-kubeconfig',
      'system-admin-client',
    ])
    const isFree = (kind: 'Secret' | 'ConfigMap') => (name: string) => !isReservedName(kind, name, 'demo-x7k2p')
    expect((await names(world)).filter(isFree('Secret'))).toEqual([])
    const { items } = await world.client.list(ConfigMap, { namespace: NAMESPACE })
    expect(items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt')).toEqual([
      'client-ca',
      'etcd-ca',
      'ignition-config-fips',
      'ignition-config-worker-ssh',
      'root-ca',
    ])
    expect(items.map(({ metadata }) => metadata.name).filter(isFree('ConfigMap'))).toEqual([])
    expect((await read(world, 'service-network-admin-kubeconfig'))['kubeconfig']).toContain(
      'server: https://kube-apiserver:6443\n',
    )
    const serving = new X509Certificate((await read(world, 'kas-server-crt'))['tls.crt'] ?? '')
    const root = new X509Certificate((await read(world, 'root-ca'))['ca.crt'] ?? '')
    expect(serving.verify(root.publicKey)).toBe(true)
    expect(serving.checkHost('kube-apiserver.clusters-demo.svc')).toBeDefined()
  })

  it('are only those that others look for where there are no pods', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()

    await world.seconds(1)

    expect(await names(world)).toEqual([
      'admin-kubeconfig',
      'demo-x7k2p-kubeconfig',
      'ignition-server-ca-cert',
      'ignition-server-serving-cert',
      'kubeadmin-password',
      'pull-secret',
    ])
    const capi = await world.client.get(Secret, { namespace: NAMESPACE, name: 'demo-x7k2p-kubeconfig' })
    expect(capi?.metadata.labels).toEqual({ 'cluster.x-k8s.io/cluster-name': 'demo-x7k2p' })
    expect(Object.keys(capi?.data ?? {})).toEqual(['value'])
  })

  it('stay as they are over a restart', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    const stop = await world.start()
    await world.make()
    await world.seconds(1)
    const before = await world.client.list(Secret, { namespace: NAMESPACE })

    await stop()
    await world.start()
    await world.seconds(120)

    const after = await world.client.list(Secret, { namespace: NAMESPACE })
    expect(after.items.map(({ metadata }) => metadata.resourceVersion)).toEqual(
      before.items.map(({ metadata }) => metadata.resourceVersion),
    )
  })

  it('come back when somebody deletes them', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()
    await world.seconds(1)

    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'admin-kubeconfig' })
    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'ignition-server-serving-cert' })
    await world.seconds(1)

    expect(await names(world)).toContain('admin-kubeconfig')
    const serving = new X509Certificate((await read(world, 'ignition-server-serving-cert'))['tls.crt'] ?? '')
    const ca = new X509Certificate((await read(world, 'ignition-server-ca-cert'))['tls.crt'] ?? '')
    expect(serving.verify(ca.publicKey)).toBe(true)
  })

  it('have certificates that are made again a month before they end, by the same authorities', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    const stop = await world.start()
    await world.make()
    await world.seconds(1)
    const names = ['ignition-server-serving-cert', 'admin-kubeconfig', 'ignition-server-ca-cert', 'kubeadmin-password']
    const readAll = () => Promise.all(names.map((name) => read(world, name)))
    const [serving, kubeconfig, ...others] = await readAll()
    const { validFrom, validTo } = new X509Certificate(serving?.['tls.crt'] ?? '')
    expect(Math.round((Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000)).toBe(365)

    await stop()
    await world.seconds(334 * 86_400)
    await world.start()
    await world.seconds(1)
    expect(await readAll()).toEqual([serving, kubeconfig, ...others])

    await world.seconds(2 * 86_400)
    const [renewed, renewedKubeconfig, ...unchanged] = await readAll()
    expect(renewed?.['tls.crt']).not.toBe(serving?.['tls.crt'])
    expect(renewedKubeconfig?.['kubeconfig']).not.toBe(kubeconfig?.['kubeconfig'])
    expect(unchanged).toEqual(others)
    const authority = new X509Certificate(others[0]?.['tls.crt'] ?? '')
    expect(new X509Certificate(renewed?.['tls.crt'] ?? '').verify(authority.publicKey)).toBe(true)
  })

  it('keep a password that somebody chose', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    const metadata = { namespace: NAMESPACE, name: 'kubeadmin-password' }
    await world.client.create(Secret, { metadata, stringData: { password: 'chosen' } })
    await world.start()
    await world.make()

    await world.seconds(1)

    expect(await read(world, 'kubeadmin-password')).toEqual({ password: 'chosen' })
  })

  it('include a kubeconfig for another name of the API', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ spec: { kubeAPIServerDNSName: 'api.demo.example.net' } })

    await world.seconds(1)

    expect((await read(world, 'custom-admin-kubeconfig'))['kubeconfig']).toContain(
      'server: https://api.demo.example.net:6443\n',
    )
    expect((await world.controlPlane()).status?.customKubeconfig).toEqual({
      name: 'custom-admin-kubeconfig',
      key: 'kubeconfig',
    })
  })

  it('include a kubeconfig that trusts the certificates of further names, also when they come late or change', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    const servingCerts = { namedCertificates: [{ names: ['a.example'], servingCertificate: { name: 'serving' } }] }
    await world.make({ spec: { configuration: { apiServer: { audit: { profile: 'Default' }, servingCerts } } } })
    await world.seconds(1)
    const serving = { namespace: NAMESPACE, name: 'serving' }
    const trusted = async () => {
      const kubeconfig = (await read(world, 'admin-kubeconfig'))['kubeconfig'] ?? ''
      return Buffer.from(/certificate-authority-data: (\S+)/.exec(kubeconfig)?.[1] ?? '', 'base64').toString()
    }

    await world.client.create(Secret, { metadata: serving, stringData: { 'tls.crt': 'FIRST' } })
    await world.seconds(1)
    expect(await trusted()).toMatch(/END CERTIFICATE-----\s+FIRST$/)

    await world.client.patch(Secret, serving, { type: 'merge', body: { stringData: { 'tls.crt': 'SECOND' } } })
    await world.seconds(1)
    expect(await trusted()).toMatch(/END CERTIFICATE-----\s+SECOND$/)
  })

  it('put the key of administrators into the configuration of machines', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    const ssh = { namespace: NAMESPACE, name: 'ssh-key' }
    await world.client.create(Secret, { metadata: ssh, stringData: { 'id_rsa.pub': 'ssh-ed25519 AAAA' } })
    await world.make({
      spec: { sshKey: { name: 'ssh-key' }, fips: true, imageContentSources: [{ source: 'a', mirrors: ['b'] }] },
    })

    await world.seconds(1)

    const config = async (name: string) => {
      const found = await world.client.get(ConfigMap, { namespace: NAMESPACE, name })
      expect(found?.metadata.labels).toEqual({ 'hypershift.openshift.io/core-ignition-config': 'true' })
      return JSON.parse(found?.data?.['config'] ?? '')
    }
    expect(await config('ignition-config-worker-ssh')).toMatchObject({
      kind: 'MachineConfig',
      spec: { config: { passwd: { users: [{ name: 'core', sshAuthorizedKeys: ['ssh-ed25519 AAAA'] }] } } },
    })
    const body = { stringData: { 'id_rsa.pub': 'ssh-ed25519 BBBB' } }
    await world.client.patch(Secret, ssh, { type: 'merge', body })
    await world.seconds(1)
    expect(await config('ignition-config-worker-ssh')).toMatchObject({
      spec: { config: { passwd: { users: [{ name: 'core', sshAuthorizedKeys: ['ssh-ed25519 BBBB'] }] } } },
    })
    expect(await config('ignition-config-fips')).toMatchObject({ spec: { fips: true } })
    expect(await config('ignition-config-40-image-content-source')).toMatchObject({
      kind: 'ImageDigestMirrorSet',
      spec: { imageDigestMirrors: [{ source: 'a', mirrors: ['b'] }] },
    })
  })
})

describe('the password of the first user', () => {
  it('has four groups of letters and digits that cannot be mistaken', () => {
    expect(newKubeadminPassword(createRandom(1))).toMatch(/^[a-km-zA-NP-Z2-9]{5}(-[a-km-zA-NP-Z2-9]{5}){3}$/)
  })
})
