import { CertificateSigningRequest, ConfigMap, Event, Secret, ServiceAccount } from '@skep/api'
import { StatusError } from '@skep/base'
import { parseIgnition } from '@skep/sim'
import { describe, expect, it, vi } from 'vitest'
import { type PoolWorld, startPoolWorld } from '../node-pool/test/pool-world.ts'
import { CONTROL_PLANE, machineConfig, NAMESPACE } from '../node-pool/test/samples.ts'

const HOUR = 60 * 60
const URL = 'https://ignition.demo.hcp.example.net/ignition'

const token = async (world: PoolWorld): Promise<Secret> => {
  const [name] = await world.secretNames('token')
  return (await world.client.get(Secret, { namespace: CONTROL_PLANE, name: name! }))!
}
const textOf = ({ data }: Secret, key: string): string => Buffer.from(data?.[key] ?? '', 'base64').toString('utf8')
const bearer = (value: string) => ({ Authorization: `Bearer ${Buffer.from(value).toString('base64')}` })

/** What a machine does with what it boots with. */
async function fetchAsMachine(world: PoolWorld): Promise<{ status: number; body: string }> {
  const [name] = await world.secretNames('user-data')
  const secret = (await world.client.get(Secret, { namespace: CONTROL_PLANE, name: name! }))!
  const [source] = parseIgnition(textOf(secret, 'value')).sources
  return world.ignition.fetch(source!)
}

describe('what machines boot with', () => {
  it('says where the rest is, whom to trust there, and how to ask for it', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    const [name] = await world.secretNames('user-data')
    const secret = (await world.client.get(Secret, { namespace: CONTROL_PLANE, name: name! }))!

    expect(JSON.parse(textOf(secret, 'value'))).toEqual({
      ignition: {
        version: '3.2.0',
        security: {
          tls: {
            certificateAuthorities: [
              { source: `data:text/plain;base64,${Buffer.from('the authority').toString('base64')}` },
            ],
          },
        },
        config: {
          merge: [
            {
              source: URL,
              httpHeaders: [
                { name: 'Authorization', value: bearer(textOf(await token(world), 'token')).Authorization },
                { name: 'NodePool', value: 'ocm-local-2abc/workers' },
                { name: 'TargetConfigVersionHash', value: name?.slice(-8) },
              ],
            },
          ],
        },
      },
    })
    expect(textOf(secret, 'disableTemplating')).toBe(Buffer.from('true').toString('base64'))
  })
})

describe('the ignition server', () => {
  it.each([
    ['another path', 'https://ignition/other', {}, 404],
    ['a path below', 'https://ignition/ignition/worker', {}, 404],
    ['no token', 'https://ignition/ignition', {}, 401],
    ['credentials that are no token', 'https://ignition/ignition', { Authorization: 'Basic YWxhZGRpbg==' }, 401],
    ['a token that is not base64', 'https://ignition/ignition', { Authorization: 'Bearer %' }, 401],
    ['an unknown token', 'https://ignition/ignition', bearer('unknown'), 511],
    ['a look at its health', 'https://ignition/healthz', {}, 200],
  ])('answers to %s', async (_what, url, headers, status) => {
    const world = await startPoolWorld()
    await world.start()

    expect(await world.ignition.fetch({ url, headers })).toMatchObject({ status })
  })

  it('gives a machine what its node needs, and tells the pool', async () => {
    const world = await startPoolWorld({ live: true })
    await world.client.create(Secret, {
      metadata: { namespace: CONTROL_PLANE, name: 'pull-secret' },
      stringData: { '.dockerconfigjson': '{"auths":{"img.example":{}}}' },
    })
    await world.start()
    await world.order()
    expect(await world.condition('ValidGeneratedPayload')).toBe('True/AsExpected')
    expect(await world.message('ValidGeneratedPayload')).toBe('Payload generated successfully')
    expect(await world.condition('ReachedIgnitionEndpoint')).toBe('False/ignitionNotReached')

    const { status, body } = await fetchAsMachine(world)
    await world.seconds(1)
    expect(status).toBe(200)
    const { files } = parseIgnition(body)
    expect(files.get('/etc/kubernetes/kubelet-version')).toBe('v1.32.3')
    expect(files.get('/var/lib/kubelet/config.json')).toBe('{"auths":{"img.example":{}}}')
    expect(files.get('/etc/kubernetes/ca.crt')).toContain('BEGIN CERTIFICATE')
    expect(files.get('/etc/ignition-config-fips')).toBe('ignition-config-fips')
    expect(await world.condition('ReachedIgnitionEndpoint')).toBe('True/AsExpected')
    const { items } = await world.client.list(Event, { namespace: CONTROL_PLANE })
    expect(items.map(({ reason, involvedObject }) => [reason, involvedObject.kind])).toContainEqual([
      'GetPayload',
      'Secret',
    ])
  })

  it('has a machine ask again when the pool could not be told, since no other may come', async () => {
    const world = await startPoolWorld({ live: true })
    await world.start()
    await world.order()
    await world.seconds(1)
    vi.spyOn(world.client, 'patchUnread').mockRejectedValueOnce(new StatusError('InternalError', 'no leader'))

    expect((await fetchAsMachine(world)).status).toBe(511)
    expect((await fetchAsMachine(world)).status).toBe(200)
    await world.seconds(1)
    expect(await world.condition('ReachedIgnitionEndpoint')).toBe('True/AsExpected')
  })

  it('gives credentials with which a machine may ask for a certificate, and nothing else', async () => {
    const world = await startPoolWorld({ live: true })
    await world.start()
    await world.order()
    const { body } = await fetchAsMachine(world)
    const kubeconfig = parseIgnition(body).files.get('/etc/kubernetes/kubeconfig')!
    const machine = await world.apis.connect(kubeconfig)

    expect((await machine.list(CertificateSigningRequest)).items).toEqual([])
    await expect(machine.list(Secret)).rejects.toMatchObject({
      message: expect.stringContaining(
        'User "system:serviceaccount:openshift-machine-config-operator:node-bootstrapper" cannot list',
      ),
    })
    machine.close()
  })

  it('gives other credentials once the account that they are of was made anew', async () => {
    const world = await startPoolWorld({ live: true })
    await world.start()
    await world.order()
    await fetchAsMachine(world)
    const { client } = world.apis.get(CONTROL_PLANE)!
    const account = { namespace: 'openshift-machine-config-operator', name: 'node-bootstrapper' }
    await client.delete(ServiceAccount, account)
    await client.create(ServiceAccount, { metadata: account })

    const { body } = await fetchAsMachine(world)

    const machine = await world.apis.connect(parseIgnition(body).files.get('/etc/kubernetes/kubeconfig')!)
    expect((await machine.list(CertificateSigningRequest)).items).toEqual([])
    machine.close()
  })
})

describe('tokens', () => {
  it('change every five and a half hours, and the one before stays good until the next time', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    const first = textOf(await token(world), 'token')
    await world.seconds(5.5 * HOUR + 1)
    const second = textOf(await token(world), 'token')
    expect(second).not.toBe(first)
    expect(textOf(await token(world), 'old_token')).toBe(first)
    expect((await world.ignition.fetch({ url: URL, headers: bearer(first) })).status).toBe(200)
    expect((await fetchAsMachine(world)).status).toBe(200)

    await world.seconds(5.5 * HOUR + 1)
    expect((await world.ignition.fetch({ url: URL, headers: bearer(first) })).status).toBe(511)
    expect((await world.ignition.fetch({ url: URL, headers: bearer(second) })).status).toBe(200)
  })

  it('that are outdated work for two more hours', async () => {
    const world = await startPoolWorld()
    await world.client.create(ConfigMap, {
      metadata: { namespace: NAMESPACE, name: 'motd' },
      data: { config: machineConfig('motd', 'hello') },
    })
    await world.start()
    await world.order()
    const first = textOf(await token(world), 'token')
    await world.patch({ config: [{ name: 'motd' }] })
    await world.seconds(1.9 * HOUR)
    expect((await world.ignition.fetch({ url: URL, headers: bearer(first) })).status).toBe(200)

    await world.seconds(0.2 * HOUR)
    expect((await world.ignition.fetch({ url: URL, headers: bearer(first) })).status).toBe(511)
    expect(await world.secretNames('token')).toHaveLength(1)
  })

  it('are good after a restart', async () => {
    const world = await startPoolWorld()
    const first = await world.start()
    await world.order()
    const value = textOf(await token(world), 'token')
    await first.stop()
    await world.start()
    await world.seconds(1)

    expect(textOf(await token(world), 'token')).toBe(value)
    expect((await world.ignition.fetch({ url: URL, headers: bearer(value) })).status).toBe(200)
  })

  it('of pools that are updated in place carry what nodes get', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { management: { upgradeType: 'InPlace' } as never } })

    expect(textOf(await token(world), 'payload')).not.toBe('')
    expect(textOf(await token(world), 'reason')).toBe('AsExpected')
  })
})

describe('a payload', () => {
  it('that cannot be made is told of', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    const { metadata } = await token(world)
    const data = { config: Buffer.from('nonsense').toString('base64'), reason: null }
    const ref = { namespace: CONTROL_PLANE, name: metadata.name! }
    await world.client.patch(Secret, ref, { type: 'merge', body: { data } })
    await world.seconds(1)

    expect(await world.condition('ValidGeneratedPayload')).toBe('False/InvalidConfig')
    expect(await world.message('ValidGeneratedPayload')).toContain('failed to decode and decompress config: ')
    expect((await fetchAsMachine(world)).status).toBe(511)
  })

  it('waits for what nodes are told of their cloud to be what the pool knows of it', async () => {
    const world = await startPoolWorld()
    const cloud = { namespace: CONTROL_PLANE, name: 'azure-cloud-config' }
    await world.client.create(ConfigMap, { metadata: cloud, data: { 'cloud.conf': '{"cloud":"AzurePublicCloud"}' } })
    const first = await world.start()
    await world.order()
    expect(await world.condition('ValidGeneratedPayload')).toBe('True/AsExpected')
    expect(parseIgnition((await fetchAsMachine(world)).body).files.get('/etc/kubernetes/cloud.conf')).toContain(
      'Public',
    )

    await first.stop()
    const { metadata } = await token(world)
    const ref = { namespace: CONTROL_PLANE, name: metadata.name! }
    const data = { 'cloud-config-hash': Buffer.from('00000000').toString('base64'), reason: null }
    await world.client.patch(Secret, ref, { type: 'merge', body: { data } })
    await world.patch({ pausedUntil: 'true' })
    await world.start()
    await world.seconds(1)
    expect(await world.condition('ValidGeneratedPayload')).toBe('False/CloudConfigPending')

    await world.patch({ pausedUntil: null })
    await world.seconds(1)
    expect(await world.condition('ValidGeneratedPayload')).toBe('True/AsExpected')
  })

  it('may fail, or take its time, as somebody decides', async () => {
    const world = await startPoolWorld()
    const pool = { namespace: NAMESPACE, name: 'workers' }
    world.behaviours.setFailure('NodePool', pool, { condition: 'Ready', reason: 'InvalidConfig', message: 'no luck' })
    await world.start()
    await world.order()
    expect(await world.condition('ValidGeneratedPayload')).toBe('False/InvalidConfig')
    expect(await world.message('ValidGeneratedPayload')).toBe('no luck')
    expect((await fetchAsMachine(world)).status).toBe(511)

    world.behaviours.clearOverride('NodePool', pool)
    await world.seconds(1)
    expect(await world.condition('ValidGeneratedPayload')).toBe('True/AsExpected')
  })

  it('is not there before its time', async () => {
    const world = await startPoolWorld()
    const pool = { namespace: NAMESPACE, name: 'workers' }
    world.behaviours.setDelay('NodePool', pool, { delaySeconds: 30 })
    await world.start()
    await world.order()
    await world.seconds(20)
    expect(await world.condition('ValidGeneratedPayload')).toBe('Unknown/')
    expect((await fetchAsMachine(world)).status).toBe(511)

    await world.seconds(20)
    expect((await fetchAsMachine(world)).status).toBe(200)
  })

  it('has the SSH keys and files of its pool, once each', async () => {
    const world = await startPoolWorld()
    const users = `
apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata: { name: keys }
spec:
  kernelArguments: [quiet]
  config:
    ignition: { version: 3.2.0 }
    passwd: { users: [{ name: core, sshAuthorizedKeys: [ssh-rsa AAAA] }] }
`
    const config = `${users}---${machineConfig('motd', 'first')}`
    await world.client.create(ConfigMap, { metadata: { namespace: NAMESPACE, name: 'extra' }, data: { config } })
    await world.start()
    await world.order({ spec: { config: [{ name: 'extra' }] } })

    const { body } = await fetchAsMachine(world)
    expect(JSON.parse(body)).toMatchObject({
      passwd: { users: [{ name: 'core', sshAuthorizedKeys: ['ssh-rsa AAAA'] }] },
      kernelArguments: { shouldExist: ['quiet'] },
    })
    expect(parseIgnition(body).files.get('/etc/motd')).toBe('first')
  })
})
