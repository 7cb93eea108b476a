import { CertificateSigningRequest, ClusterRoleBinding, Node, type NodeAddress } from '@skep/api'
import { StatusError } from '@skep/base'
import { type AltNames, createCertificateRequest, newKey } from '@skep/base/x509'
import type { HostedUser } from '@skep/sim'
import { describe, expect, it, vi } from 'vitest'
import { startWorld, type World } from './test/world.ts'

const BOOTSTRAPPER: HostedUser = {
  name: 'system:serviceaccount:openshift-machine-config-operator:node-bootstrapper',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:openshift-machine-config-operator'],
}
const nodeUser = (name: string): HostedUser => ({ name: `system:node:${name}`, groups: ['system:nodes'] })

interface Asked {
  readonly signerName: string
  readonly usage: string
  readonly commonName: string
  readonly altNames?: Partial<AltNames>
}

async function ask({ tenant }: World, user: HostedUser, { signerName, usage, commonName, altNames = {} }: Asked) {
  const client = tenant.clientAs(user)
  try {
    const pem = createCertificateRequest({ commonName, organizations: ['system:nodes'] }, newKey(), altNames)
    const spec = { request: Buffer.from(pem).toString('base64'), signerName, usages: ['digital signature', usage] }
    return (await client.create(CertificateSigningRequest, { metadata: { generateName: 'csr-' }, spec })).metadata.name
  } finally {
    client.close()
  }
}

const askToJoin = (world: World, nodeName: string, user = BOOTSTRAPPER) =>
  ask(world, user, {
    signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
    usage: 'client auth',
    commonName: `system:node:${nodeName}`,
  })

const askToServe = (world: World, nodeName: string, altNames: Partial<AltNames>) =>
  ask(world, nodeUser(nodeName), {
    signerName: 'kubernetes.io/kubelet-serving',
    usage: 'server auth',
    commonName: `system:node:${nodeName}`,
    altNames,
  })

/** Approved and issued, or neither. */
async function outcome({ tenant, seconds }: World, name: string): Promise<string> {
  await seconds(1)
  const { status } = (await tenant.client.get(CertificateSigningRequest, { name }))!
  const decisions = (status?.conditions ?? []).map(({ type }) => type)
  return [...decisions, ...(status?.certificate ? ['Issued'] : [])].join(',') || 'Pending'
}

async function start(): Promise<World> {
  const world = await startWorld()
  await world.seconds(1)
  return world
}

describe('a machine', () => {
  it('gets the certificate that it asks for to join', async () => {
    const world = await start()
    await world.addMachine('one')

    expect(await outcome(world, await askToJoin(world, 'one'))).toBe('Approved,Issued')
  })

  it('gets it as soon as its address is known', async () => {
    const world = await start()
    const request = await askToJoin(world, 'one')
    expect(await outcome(world, request)).toBe('Pending')

    await world.addMachine('one')

    expect(await outcome(world, request)).toBe('Approved,Issued')
  })

  it('gets it though somebody else changes the request at the same moment', async () => {
    const world = await start()
    await world.addMachine('one')
    const changed = new StatusError('Conflict', 'the object has been modified')
    vi.spyOn(world.tenant.client, 'update').mockRejectedValueOnce(changed)

    expect(await outcome(world, await askToJoin(world, 'one'))).toBe('Approved,Issued')
  })

  it('does not get it when there is a node of that name', async () => {
    const world = await start()
    await world.addNode('one')
    await world.addMachine('one')
    const request = await askToJoin(world, 'one')
    expect(await outcome(world, request)).toBe('Pending')

    await world.tenant.client.delete(Node, { name: 'one' })

    expect(await outcome(world, request)).toBe('Approved,Issued')
  })

  it('does not get it once it has become a node', async () => {
    const world = await start()
    await world.addMachine('one', { nodeName: 'one' })

    expect(await outcome(world, await askToJoin(world, 'one'))).toBe('Pending')
  })

  it('does not get it for a name that is not its own', async () => {
    const world = await start()
    await world.addMachine('one')

    expect(await outcome(world, await askToJoin(world, 'two'))).toBe('Pending')
  })

  it('does not get it by an address that others see', async () => {
    const world = await start()
    await world.addMachine('one', { addresses: [{ type: 'ExternalDNS', address: 'one' }] as NodeAddress[] })

    expect(await outcome(world, await askToJoin(world, 'one'))).toBe('Pending')
  })

  it('does not get it more than two hours after it was made', async () => {
    const world = await start()
    await world.addMachine('one')
    await world.seconds(2 * 3_600 + 1)

    expect(await outcome(world, await askToJoin(world, 'one'))).toBe('Pending')
  })

  it('does not get it in the name of somebody else', async () => {
    const world = await start()
    await world.addMachine('one')
    await world.tenant.client.create(ClusterRoleBinding, {
      metadata: { name: 'jane' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:node-bootstrapper' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
    })

    expect(await outcome(world, await askToJoin(world, 'one', { name: 'jane', groups: [] }))).toBe('Pending')
  })

  it('gets one to be reached by its own addresses', async () => {
    const world = await start()
    await world.addMachine('one', { nodeName: 'one' })

    const request = await askToServe(world, 'one', { dnsNames: ['one'], ipAddresses: ['10.0.0.4'] })

    expect(await outcome(world, request)).toBe('Approved,Issued')
  })

  it('does not get one to be reached by addresses of others', async () => {
    const world = await start()
    await world.addMachine('one', { nodeName: 'one' })

    const request = await askToServe(world, 'one', { dnsNames: ['one'], ipAddresses: ['10.0.0.5'] })

    expect(await outcome(world, request)).toBe('Pending')
  })

  it('gets none while far more ask than there are machines', async () => {
    const world = await start()
    for (let index = 0; index < 101; index++) await askToJoin(world, `stranger-${index}`)
    await world.addMachine('one')
    const request = await askToJoin(world, 'one')
    expect(await outcome(world, request)).toBe('Pending')

    await world.tenant.client.deleteCollection(CertificateSigningRequest, {
      fieldSelector: `metadata.name!=${request}`,
    })
    await world.seconds(60)

    expect(await outcome(world, request)).toBe('Approved,Issued')
  })
})
