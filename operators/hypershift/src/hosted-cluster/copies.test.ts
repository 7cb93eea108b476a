import { generateKeyPairSync } from 'node:crypto'
import { ConfigMap, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { isReservedName } from '../reserved-names.ts'
import { CONTROL_PLANE, NAMESPACE } from './test/samples.ts'
import { startHostedClusterWorld } from './test/world.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

async function startOrdered(spec: object) {
  const world = await startHostedClusterWorld()
  await world.start()
  await world.order('None', { spec })
  return {
    ...world,
    give: async (name: string, stringData: Record<string, string>) => {
      await world.client.create(Secret, { metadata: { namespace: NAMESPACE, name }, stringData })
      await world.seconds(1)
    },
  }
}

describe('what a hosted cluster names', () => {
  it('is copied when it comes, and again when it changes', async () => {
    const world = await startOrdered({ sshKey: { name: 'my-key' } })
    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')
    expect(await world.condition('UserActionRequired')).toBe('True/InvalidInput')
    expect(await world.controlPlane()).toBeDefined()

    await world.give('my-key', { 'id_rsa.pub': 'one', other: 'x' })
    expect((await world.made(Secret, 'ssh-key'))?.data).toEqual({ 'id_rsa.pub': base64('one') })
    expect(await world.condition('ReconciliationSucceeded')).toBe('True/ReconciliatonSucceeded')
    expect(await world.condition('UserActionRequired')).toBeUndefined()

    const ref = { namespace: NAMESPACE, name: 'my-key' }
    await world.client.patch(Secret, ref, { type: 'merge', body: { stringData: { 'id_rsa.pub': 'two' } } })
    await world.seconds(1)
    expect((await world.made(Secret, 'ssh-key'))?.data).toEqual({ 'id_rsa.pub': base64('two') })
  })

  it('is taken back when it is named no longer', async () => {
    const world = await startOrdered({ sshKey: { name: 'my-key' } })
    await world.give('my-key', { 'id_rsa.pub': 'one' })
    expect(await world.made(Secret, 'ssh-key')).toBeDefined()

    await world.change({ spec: { sshKey: { name: '' } } })

    expect(await world.made(Secret, 'ssh-key')).toBeUndefined()
    expect((await world.controlPlane())?.spec.sshKey).toEqual({ name: '' })
  })

  it('may be authorities', async () => {
    const world = await startOrdered({ additionalTrustBundle: { name: 'cas' } })
    await world.client.create(ConfigMap, {
      metadata: { namespace: NAMESPACE, name: 'cas' },
      data: { 'ca-bundle.crt': 'pem' },
    })
    await world.seconds(1)

    expect((await world.made(ConfigMap, 'user-ca-bundle'))?.data).toEqual({ 'ca-bundle.crt': 'pem' })
    expect((await world.controlPlane())?.spec.additionalTrustBundle).toEqual({ name: 'user-ca-bundle' })
  })

  it('may be where audit events go', async () => {
    const world = await startOrdered({ auditWebhook: { name: 'audit' } })
    await world.give('audit', { 'webhook-kubeconfig': 'x' })

    expect((await world.made(Secret, 'audit'))?.data).toEqual({ 'webhook-kubeconfig': base64('x') })
  })

  it('may be keys that Secrets are encrypted with, without which nothing runs', async () => {
    const aescbc = { activeKey: { name: 'new' }, backupKey: { name: 'old' } }
    const world = await startOrdered({ secretEncryption: { type: 'aescbc', aescbc } })
    expect(await world.message('ReconciliationSucceeded')).toContain('failed to get active aescbc secret new')
    await world.give('new', { key: 'n' })
    await world.give('old', { key: 'o' })

    expect((await world.made(Secret, 'new'))?.data).toEqual({ key: base64('n') })
    expect((await world.made(Secret, 'old'))?.data).toEqual({ key: base64('o') })
  })

  it('may be one Secret for two things, whose kind may change', async () => {
    const aescbc = { activeKey: { name: 'both' } }
    const secretEncryption = { type: 'aescbc', aescbc }
    const world = await startOrdered({ auditWebhook: { name: 'both' }, secretEncryption })
    await world.give('both', { 'webhook-kubeconfig': 'x', key: 'k' })
    const data = { 'webhook-kubeconfig': base64('x'), key: base64('k') }
    const copy = await world.made(Secret, 'both')
    expect(copy).toMatchObject({ data, type: 'Opaque' })
    await world.seconds(60)
    expect((await world.made(Secret, 'both'))?.metadata.resourceVersion).toBe(copy?.metadata.resourceVersion)

    const metadata = { namespace: NAMESPACE, name: 'both' }
    await world.client.delete(Secret, metadata)
    await world.client.create(Secret, { metadata, type: 'example.com/keys', data })
    await world.seconds(1)
    expect(await world.made(Secret, 'both')).toMatchObject({ data, type: 'example.com/keys' })
  })

  it.each([
    [{ auditWebhook: { name: 'root-ca' } }, 'spec.auditWebhook.name: Invalid value: "root-ca"'],
    [
      { secretEncryption: { type: 'aescbc', aescbc: { activeKey: { name: 'etcd-signer' } } } },
      'spec.secretEncryption.aescbc.activeKey.name: Invalid value: "etcd-signer"',
    ],
    [
      { configuration: { apiServer: { clientCA: { name: 'etcd-ca' } } } },
      'spec.configuration: Invalid value: "etcd-ca": the control plane has a ConfigMap of that name: choose another one',
    ],
    [
      { infraID: 'demo-x', auditWebhook: { name: 'demo-x-kubeconfig' } },
      'spec.auditWebhook.name: Invalid value: "demo-x-kubeconfig"',
    ],
    [
      { infraID: 'hcco' },
      'spec.infraID: Invalid value: "hcco": the control plane has a Secret hcco-kubeconfig of its own',
    ],
    [{ auditWebhook: { name: 'token-workers-0a1b2c3d' } }, 'spec.auditWebhook.name: Invalid value'],
  ])('may not have a name that the control plane has for something else: %j', async (spec, message) => {
    const world = await startOrdered(spec)

    expect(await world.condition('ValidConfiguration')).toBe('False/InvalidConfiguration')
    expect(await world.message('ValidConfiguration')).toContain(message)
    expect(await world.controlPlane()).toBeUndefined()
  })

  it.each(['AWS', 'Azure', 'Agent', 'None'] as const)(
    'may have no name of what is made for a cluster on %s either',
    async (platform) => {
      const world = await startHostedClusterWorld()
      await world.start()
      await world.order(platform)

      const { items } = await world.client.list(Secret, { namespace: CONTROL_PLANE })
      const names = items.map(({ metadata }) => metadata.name)
      expect(names).toContain('pull-secret')
      expect(names.filter((name) => !isReservedName('Secret', name))).toEqual([])
    },
  )

  it('may have any name where the control plane has its own for it', async () => {
    const world = await startOrdered({ sshKey: { name: 'root-ca' } })
    await world.give('root-ca', { 'id_rsa.pub': 'one' })

    expect(await world.condition('ValidConfiguration')).toBe('True/AsExpected')
    expect((await world.made(Secret, 'ssh-key'))?.data).toEqual({ 'id_rsa.pub': base64('one') })
    expect(await world.made(Secret, 'root-ca')).toBeUndefined()
  })

  it('may be the key of tokens, which comes with all keys that tokens are checked by', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const world = await startOrdered({ serviceAccountSigningKey: { name: 'sa' } })
    await world.give('sa', { key: pem, 'old-key.pub': 'OLD' })

    expect(await world.condition('ValidConfiguration')).toBe('True/AsExpected')
    expect((await world.made(Secret, 'sa-signing-key'))?.data).toEqual({
      'service-account.key': base64(pem),
      'service-account.pub': base64(`${publicKey.export({ type: 'spki', format: 'pem' })}OLD`),
    })
  })

  it('may be the way to an etcd that somebody else runs', async () => {
    const unmanaged = { endpoint: 'https://etcd.example', tls: { clientSecret: { name: 'etcd-tls' } } }
    const world = await startOrdered({ etcd: { managementType: 'Unmanaged', unmanaged } })
    expect(await world.condition('UnmanagedEtcdAvailable')).toBe('False/UnmanagedEtcdMisconfigured')
    expect(await world.message('UnmanagedEtcdAvailable')).toBe('missing TLS client secret etcd-tls')

    await world.give('etcd-tls', { 'etcd-client.crt': 'a', 'etcd-client.key': 'b', 'etcd-client-ca.crt': 'c' })

    expect(await world.condition('UnmanagedEtcdAvailable')).toBe('True/UnmanagedEtcdAsExpected')
    expect(Object.keys((await world.made(Secret, 'etcd-tls'))?.data ?? {})).toHaveLength(3)
  })

  it('may be anything that its configuration names', async () => {
    const configuration = {
      apiServer: {
        clientCA: { name: 'clients' },
        servingCerts: { namedCertificates: [{ names: ['a.example'], servingCertificate: { name: 'serving' } }] },
      },
      oauth: {
        identityProviders: [
          {
            name: 'github',
            type: 'GitHub',
            github: { clientID: 'x', clientSecret: { name: 'gh' }, ca: { name: 'gh-ca' } },
          },
        ],
      },
    }
    const world = await startOrdered({ configuration })
    const configMap = (name: string) =>
      world.client.create(ConfigMap, { metadata: { namespace: NAMESPACE, name }, data: { a: 'b' } })
    await configMap('clients')
    await configMap('gh-ca')
    await world.give('serving', { 'tls.crt': 'c' })
    await world.give('gh', { clientSecret: 's' })

    expect((await world.made(ConfigMap, 'clients'))?.data).toEqual({ a: 'b' })
    expect((await world.made(ConfigMap, 'gh-ca'))?.data).toEqual({ a: 'b' })
    expect((await world.made(Secret, 'serving'))?.data).toEqual({ 'tls.crt': base64('c') })
    expect((await world.made(Secret, 'gh'))?.data).toEqual({ clientSecret: base64('s') })
    expect(await world.condition('ReconciliationSucceeded')).toBe('True/ReconciliatonSucceeded')
  })

  it('is copied also where something else is missing, and all that is missing is named', async () => {
    const github = (name: string) => ({
      name,
      type: 'GitHub',
      github: { clientID: 'x', clientSecret: { name } },
    })
    const oauth = { identityProviders: ['one', 'two', 'three'].map(github) }
    const world = await startOrdered({ configuration: { oauth } })

    await world.give('two', { clientSecret: 's' })

    expect((await world.made(Secret, 'two'))?.data).toEqual({ clientSecret: base64('s') })
    expect(await world.message('ReconciliationSucceeded')).toBe(
      'failed to get referenced secret one: secrets "one" not found; ' +
        'failed to get referenced secret three: secrets "three" not found',
    )
    expect(await world.condition('UserActionRequired')).toBe('True/InvalidInput')
  })
})
