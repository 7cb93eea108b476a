import { request } from 'node:https'
import { createServer } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { HostedCluster, hypershiftKinds, Namespace, Secret } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, realClock, silentLogger, VirtualClock } from '@skep/base'
import { createCertificateAuthority, issueServingCertificate, NO_ALT_NAMES } from '@skep/base/x509'
import { createClient, inProcessTransport } from '@skep/client'
import { createManager } from '@skep/controller'
import { createBehaviours } from '@skep/sim'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeHostedApis } from '../node-pool/test/fake-apis.ts'
import { poolClusterSpec } from '../node-pool/test/samples.ts'
import { createReleases } from '../releases/index.ts'
import { type IgnitionListenOptions, serveIgnition } from './index.ts'

async function start(options?: IgnitionListenOptions) {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(1), kinds: [...hypershiftKinds] })
  const client = createClient({ transport: inProcessTransport(server), clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  const shared = { client, clock, random: createRandom(1), log: silentLogger }
  const manager = createManager(shared)
  const behaviours = createBehaviours({ kinds: [], clock })
  const parts = { ...shared, manager, behaviours, apis: fakeHostedApis(), releases: createReleases() }
  const ignition = await serveIgnition({ ...parts, controlPlanePods: false }, options)
  onTestFinished(() => ignition.close())
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  onTestFinished(async () => {
    stopping.abort()
    await running
  })
  return { client, clock, ignition }
}

/** Asks over a socket; gives the status and the name in the certificate. */
const ask = (url: string, servername?: string): Promise<{ status: number | undefined; certificate: unknown }> =>
  new Promise((resolve, reject) => {
    const options = { agent: false, rejectUnauthorized: false, ...(servername === undefined ? {} : { servername }) }
    const sent = request(url, options, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate().subject.CN
      response.resume().on('end', () => resolve({ status: response.statusCode, certificate }))
    })
    sent.on('error', reject).end()
  })

describe('the address of the ignition server', () => {
  it('answers over TLS with a certificate of its own', async () => {
    const { ignition } = await start()

    expect(ignition.url).toBe(`https://${ignition.address}`)
    expect(await ask(`${ignition.url}/ignition`)).toEqual({ status: 401, certificate: 'ignition-server' })
    expect(await ask(`${ignition.url}/other`)).toMatchObject({ status: 404 })
    expect(await ask(`${ignition.url}/healthz`)).toMatchObject({ status: 200 })
  })

  it('answers machines of a hosted cluster with the certificate of that cluster', async () => {
    const { client, clock, ignition } = await start()
    const ca = createCertificateAuthority({ commonName: 'demo', now: realClock.now() })
    const host = 'ignition.demo.hcp.example.net'
    const altNames = { ...NO_ALT_NAMES, dnsNames: [host] }
    const pair = issueServingCertificate({ ca, commonName: 'ignition-of-demo', altNames, now: realClock.now() })
    for (const name of ['clusters', 'clusters-demo']) await client.create(Namespace, { metadata: { name } })
    await client.create(Secret, {
      metadata: { namespace: 'clusters-demo', name: 'ignition-server-serving-cert' },
      stringData: { 'tls.crt': pair.certificatePem, 'tls.key': pair.keyPem },
    })
    const ref = { namespace: 'clusters', name: 'demo' }
    await client.create(HostedCluster, { metadata: ref, spec: poolClusterSpec('None') })
    const body = { status: { ignitionEndpoint: host } }
    await client.patch(HostedCluster, ref, { type: 'merge', body }, { subresource: 'status' })
    await clock.advance(100)

    expect(await ask(`${ignition.url}/healthz`, host)).toEqual({ status: 200, certificate: 'ignition-of-demo' })
    expect(await ask(`${ignition.url}/healthz`, 'elsewhere.example')).toMatchObject({ certificate: 'ignition-server' })

    // Whoever spoils it does not end the server of all others.
    const secret = { namespace: 'clusters-demo', name: 'ignition-server-serving-cert' }
    await client.patch(Secret, secret, { type: 'merge', body: { stringData: { 'tls.key': 'no key' } } })
    await clock.advance(100)
    expect(await ask(`${ignition.url}/healthz`, host)).toEqual({ status: 200, certificate: 'ignition-server' })
  })

  it('cannot be one that is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as { port: number }

    await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
