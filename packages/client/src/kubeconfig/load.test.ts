import { chmod, readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SelfSubjectReview } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../create-client.ts'
import { startServer, temporaryFolder } from '../test/servers.ts'
import { type KubeconfigSource, loadKubeconfig } from './load.ts'
import { readSelfContained } from './self-contained.ts'
import { loadWithLibrary } from './with-library.ts'

const tokens = { 'good-token': { name: 'jane', groups: ['system:masters'] } }
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A kubeconfig with this user, and more of the cluster. */
const kubeconfig = ({ url, ca }: ApiServer, user: object, cluster: object = {}) =>
  JSON.stringify({
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'hub', user: 'me', namespace: 'mine' } }],
    clusters: [{ name: 'hub', cluster: { server: url, 'certificate-authority-data': base64(ca), ...cluster } }],
    users: [{ name: 'me', user }],
  })

/** Who the server takes us for. */
async function whoAmI(source: KubeconfigSource): Promise<string | undefined> {
  const client = createClient({ kubeconfig: await loadKubeconfig(source) })
  onTestFinished(() => client.close())
  const { status } = await client.create(SelfSubjectReview, { metadata: {} })
  return status?.userInfo?.username
}

describe('a kubeconfig', () => {
  it('that is not YAML is refused without a word of what is in it', async () => {
    const text = 'users:\n- name: me\n  user: {token: good-token\n clusters: ["'

    const refusal = await loadKubeconfig({ text }).catch((error: Error) => error.message)

    expect(refusal).toBe('the kubeconfig is not YAML, see line 4')
  })

  it('may hold a client certificate', async () => {
    const server = await startServer()

    expect(await whoAmI({ text: await server.kubeconfig() })).toBe('kubernetes-admin')
  })

  it('may hold a token', async () => {
    const server = await startServer({ tokens })

    expect(await whoAmI({ text: kubeconfig(server, { token: 'good-token' }) })).toBe('jane')
  })

  it('may be for a logical cluster below a path', async () => {
    const server = await startServer()
    await server.clusters.create('blue')

    const client = createClient({ kubeconfig: await loadKubeconfig({ text: await server.kubeconfig('blue') }) })
    onTestFinished(() => client.close())

    expect(client.target).toBe(`${server.url}/clusters/blue`)
    expect((await client.raw({ path: '/version' })).status).toBe(200)
  })

  it('may refer to files beside it', async () => {
    const server = await startServer()
    const folder = await temporaryFolder()
    const { tls } = await readSelfContained(await server.kubeconfig())!.credentials()
    await writeFile(join(folder, 'me.crt'), tls.cert!)
    await writeFile(join(folder, 'me.key'), tls.key!)
    const path = join(folder, 'config')
    await writeFile(path, kubeconfig(server, { 'client-certificate': 'me.crt', 'client-key': 'me.key' }))

    expect(await whoAmI({ path })).toBe('kubernetes-admin')
  })

  it('may refer to a file with a token', async () => {
    const server = await startServer({ tokens })
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'token'), 'good-token\n')
    const path = join(folder, 'config')
    await writeFile(path, kubeconfig(server, { tokenFile: 'token' }))

    expect(await whoAmI({ path })).toBe('jane')
  })

  it('may name a program that gives a token, which is asked again when the token is refused', async () => {
    const server = await startServer({ tokens })
    const folder = await temporaryFolder()
    const program = join(folder, 'get-token')
    const calls = join(folder, 'calls')
    const credential =
      '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}'
    await writeFile(
      program,
      `#!/bin/sh\necho called >> ${calls}\n[ $(wc -l < ${calls}) = 1 ] && t=old-token || t=good-token\nprintf '${credential}' $t\n`,
    )
    await chmod(program, 0o755)
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: program, interactiveMode: 'Never' }

    expect(await whoAmI({ text: kubeconfig(server, { exec }) })).toBe('jane')
    expect(await readFile(calls, 'utf8')).toBe('called\ncalled\n')
  })

  it('may lead through a proxy', async () => {
    const server = await startServer({ tokens })
    let tunnels = 0
    const proxy = http.createServer().on('connect', (_request, near) => {
      tunnels++
      const far = net.connect(server.port, '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'))
      far.pipe(near).pipe(far)
      for (const socket of [near, far]) socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo

    const text = kubeconfig(server, { token: 'good-token' }, { 'proxy-url': `http://127.0.0.1:${port}` })

    expect(await whoAmI({ text })).toBe('jane')
    expect(tunnels).toBeGreaterThan(0)
  })

  it('may say not to verify the server, or by which name', async () => {
    const server = await startServer({ tokens })
    const cluster = { 'certificate-authority-data': null, 'insecure-skip-tls-verify': true }
    const other = { 'tls-server-name': 'kubernetes.default.svc' }
    const wrong = { 'tls-server-name': 'somewhere.else' }

    expect(await whoAmI({ text: kubeconfig(server, { token: 'good-token' }, cluster) })).toBe('jane')
    expect(await whoAmI({ text: kubeconfig(server, { token: 'good-token' }, other) })).toBe('jane')
    const endpoint = await loadKubeconfig({ text: kubeconfig(server, { token: 'good-token' }, wrong) })
    const retry = { maxAttempts: 1, backoff: { delay: () => 0 } }
    await expect(createClient({ kubeconfig: endpoint, retry }).raw({ path: '/version' })).rejects.toThrow('altnames')
  })

  it('knows what programs noted about the cluster', async () => {
    const server = await startServer({ tokens })
    const extensions = [{ name: 'example.com/notes', extension: { colour: 'blue' } }, { name: 'empty' }]
    const text = kubeconfig(server, { token: 'good-token' }, { extensions })

    expect((await loadKubeconfig({ text })).extensions).toEqual({ 'example.com/notes': { colour: 'blue' } })
    expect(await whoAmI({ text })).toBe('jane')
  })

  it('knows its namespace', async () => {
    const server = await startServer()

    expect((await loadKubeconfig({ text: kubeconfig(server, { token: 'x' }) })).namespace).toBe('mine')
  })

  it('says which contexts it has when it lacks the one that is asked for', async () => {
    const server = await startServer()
    const text = kubeconfig(server, { token: 'x' })

    await expect(loadKubeconfig({ text, context: 'there' })).rejects.toThrow(
      'the kubeconfig has no cluster for context "there"; its contexts are: here',
    )
  })

  it('means the same read with and without the library', async () => {
    const server = await startServer()
    const text = await server.kubeconfig()
    const without = readSelfContained(text)!
    const clock = { now: () => 0 } as never

    const within = loadWithLibrary({ text }, clock)

    expect(within.server).toBe(without.server)
    expect(await within.credentials()).toEqual(await without.credentials())
  })
})
