import type { CertificateSigningRequest } from '@skep/api'
import { createCertificateRequest, newKey } from '@skep/base/x509'
import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { SIGNING_REQUESTS } from '../resources.ts'
import { startWorld, type World } from '../test/world.ts'

const BINDINGS = { group: 'rbac.authorization.k8s.io', resource: 'clusterrolebindings' }
const BOOTSTRAPPER: UserInfo = {
  name: 'system:bootstrap:abcdef',
  groups: ['system:bootstrappers', 'system:authenticated'],
}

/** Asks for a certificate as a kubelet does, and returns what became of the request. */
async function ask(
  world: World,
  user: UserInfo,
  subject = { commonName: 'system:node:one', organizations: ['system:nodes'] },
) {
  const request = Buffer.from(createCertificateRequest(subject, newKey(), {})).toString('base64')
  const answer = await world.server.handle({
    method: 'POST',
    path: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
    headers: { 'content-type': 'application/json' },
    user,
    body: {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'one' },
      spec: {
        request,
        signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
        usages: ['client auth', 'digital signature'],
      },
    },
  })
  if (answer.status !== 201) throw new Error((await answer.body()).toString())
  await world.clock.settle()
  return world.get<CertificateSigningRequest>(SIGNING_REQUESTS, 'one')?.status
}

async function allow(world: World, role: string, group: string): Promise<void> {
  await world.create(BINDINGS, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: role.replaceAll(':', '-') },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
  } as never)
}

describe("a kubelet's request for its certificate", () => {
  it('is approved and signed when its token may have one', async () => {
    const world = await startWorld()
    await allow(world, 'system:node-bootstrapper', 'system:bootstrappers')
    await allow(world, 'system:certificates.k8s.io:certificatesigningrequests:nodeclient', 'system:bootstrappers')

    const status = await ask(world, BOOTSTRAPPER)

    expect(status?.conditions).toMatchObject([
      {
        type: 'Approved',
        status: 'True',
        reason: 'AutoApproved',
        message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
      },
    ])
    expect(Buffer.from(status?.certificate ?? '', 'base64').toString()).toContain('BEGIN CERTIFICATE')
  })

  it('is approved when a node renews its own', async () => {
    const world = await startWorld()
    await allow(world, 'system:node-bootstrapper', 'system:nodes')
    await allow(world, 'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient', 'system:nodes')

    const status = await ask(world, { name: 'system:node:one', groups: ['system:nodes', 'system:authenticated'] })

    expect(status?.conditions?.[0]?.message).toBe(
      'Auto approving self kubelet client certificate after SubjectAccessReview.',
    )
  })

  it('waits for somebody to look at it when nobody said that it may', async () => {
    const world = await startWorld()
    await allow(world, 'system:node-bootstrapper', 'system:bootstrappers')

    expect((await ask(world, BOOTSTRAPPER))?.conditions).toBeUndefined()
  })

  it('waits, too, when it is not for a node', async () => {
    const world = await startWorld()
    await allow(world, 'system:node-bootstrapper', 'system:bootstrappers')
    await allow(world, 'system:certificates.k8s.io:certificatesigningrequests:nodeclient', 'system:bootstrappers')

    const status = await ask(world, BOOTSTRAPPER, { commonName: 'admin', organizations: ['system:masters'] })

    expect(status?.conditions).toBeUndefined()
  })
})
