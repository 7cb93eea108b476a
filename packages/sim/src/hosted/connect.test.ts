import { X509Certificate } from 'node:crypto'
import { Node } from '@skep/api'
import { describe, expect, it } from 'vitest'
import {
  ADMIN,
  BOOTSTRAPPER,
  base64,
  closed,
  kubeconfig,
  kubeconfigOf,
  START,
  startHosted,
  whoAmI,
} from './test/hosted.ts'

describe('a client by kubeconfig', () => {
  it('has the rights of its certificate and no others', async () => {
    const { apis } = await startHosted()
    const blue = await apis.ensure('blue', START)

    const machine = closed(await apis.connect(await kubeconfigOf(blue, BOOTSTRAPPER)))

    expect(machine.target).toBe('in process/clusters/blue')
    expect(await whoAmI(machine)).toBe(BOOTSTRAPPER.name)
    await expect(machine.list(Node)).rejects.toMatchObject({ reason: 'Forbidden' })
  })

  it('is refused like everybody else while the API does not serve', async () => {
    const { apis } = await startHosted()
    const blue = await apis.ensure('blue', START)
    const machine = closed(await apis.connect(await kubeconfigOf(blue)))

    await blue.change({ serving: false })

    await expect(machine.list(Node)).rejects.toMatchObject({ reason: 'ServiceUnavailable' })
  })

  it('needs the key of its certificate', async () => {
    const { apis } = await startHosted()
    const blue = await apis.ensure('blue', START)
    const [mine, other] = await Promise.all([blue.issue(ADMIN), blue.issue(BOOTSTRAPPER)])
    const user = { 'client-certificate-data': base64(mine.certificatePem), 'client-key-data': base64(other.keyPem) }

    await expect(apis.connect(kubeconfig(blue, user))).rejects.toThrow('is not the key of its client-certificate-data')
  })

  it('is refused by every API but the one that it is for', async () => {
    const { apis } = await startHosted()
    const [blue, green] = await Promise.all([apis.ensure('blue', START), apis.ensure('green', START)])
    const { certificatePem, keyPem } = await blue.issue(ADMIN)
    const user = { 'client-certificate-data': base64(certificatePem), 'client-key-data': base64(keyPem) }
    const stranger = closed(await apis.connect(kubeconfig(green, user)))

    await expect(stranger.list(Node)).rejects.toMatchObject({ reason: 'Unauthorized' })
    expect(await blue.clientCaPem()).not.toBe(await green.clientCaPem())
  })

  it.each([
    ['blue', 'green'],
    ['green', 'blue'],
  ])('has a token that is worth nothing in another: %s in %s', async (from, to) => {
    const { apis } = await startHosted()
    await Promise.all([apis.ensure('blue', START), apis.ensure('green', START)])
    const account = '/api/v1/namespaces/openshift-machine-config-operator/serviceaccounts/node-bootstrapper/token'
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
    const answer = await apis.get(from)!.client.raw({ method: 'POST', path: account, body })
    const { status } = JSON.parse(answer.body.toString()) as { status: { token: string } }
    const at = async (id: string) => closed(await apis.connect(kubeconfig(apis.get(id)!, { token: status.token })))

    expect(await whoAmI(await at(from))).toBe(BOOTSTRAPPER.name)
    await expect(whoAmI(await at(to))).rejects.toMatchObject({ reason: 'Unauthorized' })
  })

  it.each(['/../green', '%2f..%2fgreen', '/clusters/green'])('cannot leave its API by a path: %s', async (way) => {
    const { apis, server } = await startHosted()
    const [blue] = await Promise.all([apis.ensure('blue', START), apis.ensure('green', START)])
    const { certificatePem } = await blue!.issue(ADMIN)
    const credentials = { certificate: new X509Certificate(certificatePem) }

    const inside = await server.handle({ path: '/clusters/blue/api/v1/nodes', credentials })
    const outside = await server.handle({ path: `/clusters/blue${way}/api/v1/nodes`, credentials })

    expect(inside.status).toBe(200)
    expect(outside.status).toBe(404)
  })

  it('is refused by the API of somebody else however that is called', async () => {
    const { apis } = await startHosted()
    const [blue, green] = await Promise.all([apis.ensure('blue', START), apis.ensure('green', START)])
    const inside = (id: string) => `https://kube-apiserver.${id}.svc.cluster.local:6443`
    const text = await kubeconfigOf(blue)
    const own = closed(await apis.connect(text.replace(blue.url, inside('blue'))))
    const stranger = closed(await apis.connect(text.replace(blue.url, inside('green'))))
    const nobody = closed(await apis.connect(kubeconfig(green, {}).replace(green.url, inside('green'))))

    expect(await whoAmI(own)).toBe('system:admin')
    await expect(stranger.list(Node)).rejects.toMatchObject({ reason: 'Unauthorized' })
    await expect(nobody.list(Node)).rejects.toMatchObject({ reason: 'Forbidden' })
  })

  it.each([
    ['a program', { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'touch', args: ['/tmp/pwned'] } }],
    ['a file with a token', { tokenFile: '/etc/hostname' }],
    ['a file with a key', { 'client-key': '/etc/hostname' }],
  ])('runs and reads nothing here: %s', async (_, user) => {
    const { apis } = await startHosted()
    const blue = await apis.ensure('blue', START)

    await expect(apis.connect(kubeconfig(blue, user))).rejects.toThrow('name no files, programs or proxies')
  })

  it('goes by a socket to a server that is not in this process', async () => {
    const { apis } = await startHosted()
    const other = await startHosted()
    const blue = await other.apis.ensure('blue', START)

    const client = closed(await apis.connect(await kubeconfigOf(blue)))

    expect(client.target).toBe(blue.url)
    expect(await whoAmI(client)).toBe('system:admin')
  })
})
