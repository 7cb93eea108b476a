import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { VirtualClock } from '@skep/base'
import { issueClientCertificate } from '@skep/base/x509'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadOrCreatePki } from './pki.ts'

const DAY = 24 * 60 * 60 * 1000

describe('loadOrCreatePki', () => {
  let dir: string

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pki-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  it('makes a serving certificate for all the names of the server', async () => {
    const pki = await loadOrCreatePki(undefined, { extraNames: ['api.example.com', '10.0.0.9', '0:0::7'] })

    const certificate = new X509Certificate(pki.serving.certificatePem)
    const dnsNames = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc', hostname()]
    for (const name of [...dnsNames, 'kubernetes.default.svc.cluster.local', 'api.example.com']) {
      expect(certificate.checkHost(name)).toBe(name)
    }
    for (const address of ['127.0.0.1', '::1', '10.0.0.9', '::7']) expect(certificate.checkIP(address)).toBe(address)
    expect(certificate.checkHost('example.com')).toBeUndefined()
    expect(certificate.verify(pki.ca.certificate.publicKey)).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(pki.ca.certificate.ca).toBe(true)
  })

  it('keeps everything across restarts', async () => {
    const first = await loadOrCreatePki(dir)
    const second = await loadOrCreatePki(dir)

    expect(second.ca.certificatePem).toBe(first.ca.certificatePem)
    expect(second.serving).toEqual(first.serving)
    expect(second.serviceAccountKey.equals(first.serviceAccountKey)).toBe(true)
  })

  it('lets nobody but the owner read the keys, and leaves no drafts', async () => {
    await loadOrCreatePki(join(dir, 'pki'))

    const modes = await Promise.all(
      (await readdir(join(dir, 'pki')))
        .sort()
        .map(async (name) => [name, (await stat(join(dir, 'pki', name))).mode & 0o777]),
    )
    expect(modes).toEqual([
      ['ca.crt', 0o644],
      ['ca.pem', 0o600],
      ['service-account.key', 0o600],
      ['serving.pem', 0o600],
    ])
    expect((await stat(join(dir, 'pki'))).mode & 0o777).toBe(0o700)
  })

  it('gives clients the public part alone', async () => {
    const { ca } = await loadOrCreatePki(dir)

    expect(await readFile(join(dir, 'ca.crt'), 'utf8')).toBe(ca.certificatePem)
  })

  it('makes a new serving certificate, by the same authority, when a name is added', async () => {
    const first = await loadOrCreatePki(dir)
    const second = await loadOrCreatePki(dir, { extraNames: ['api.example.com'] })

    expect(second.serving.certificatePem).not.toBe(first.serving.certificatePem)
    expect(new X509Certificate(second.serving.certificatePem).checkHost('api.example.com')).toBe('api.example.com')
    expect(second.ca.certificatePem).toBe(first.ca.certificatePem)
  })

  it('makes a new serving certificate before the old one runs out', async () => {
    const clock = new VirtualClock()
    const first = await loadOrCreatePki(dir, { clock })
    await clock.advance(500 * DAY)
    const second = await loadOrCreatePki(dir, { clock })
    await clock.advance(100 * DAY)
    const third = await loadOrCreatePki(dir, { clock })

    expect(second.serving).toEqual(first.serving)
    expect(third.serving).not.toEqual(first.serving)
  })

  it('does not replace an authority that it cannot read', async () => {
    await writeFile(join(dir, 'ca.pem'), 'garbage')

    await expect(loadOrCreatePki(dir)).rejects.toThrow(`cannot use ${join(dir, 'ca.pem')}; restore it, or remove it`)
  })

  it('does not use an authority with the key of another', async () => {
    const [one, two] = [await loadOrCreatePki(undefined), await loadOrCreatePki(undefined)]
    const key = two.ca.key.export({ type: 'pkcs8', format: 'pem' })
    await writeFile(join(dir, 'ca.pem'), one.ca.certificatePem + key)

    await expect(loadOrCreatePki(dir)).rejects.toThrow('cannot use')
  })

  it('convinces both ends of a TLS connection', async () => {
    const { ca, serving } = await loadOrCreatePki(undefined)
    const client = issueClientCertificate({ ca, user: 'ann', groups: ['devs'], now: Date.now() })
    const server = createServer({
      cert: serving.certificatePem,
      key: serving.keyPem,
      ca: ca.certificatePem,
      requestCert: true,
      rejectUnauthorized: true,
    })
    const seen = new Promise<TLSSocket>((resolve) => server.on('secureConnection', resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: ca.certificatePem,
      cert: client.certificatePem,
      key: client.keyPem,
    })

    const peer = await seen
    expect(peer.getPeerCertificate().subject).toMatchObject({ CN: 'ann', O: 'devs' })
    expect(createPrivateKey(client.keyPem).asymmetricKeyType).toBe('ec')

    socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
})
