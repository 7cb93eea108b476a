import { generateKeyPairSync } from 'node:crypto'
import { CertificateSigningRequest } from '@skep/api'
import { createRandom, StatusError, silentLogger } from '@skep/base'
import { createCertificateRequest } from '@skep/base/x509'
import type { Client } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { RequestWatch } from './request-watch.ts'
import { startMachineWorld } from './test/world.ts'

const { signal } = new AbortController()
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Two requests that nobody decides on until told to, and those who wait for them. */
async function startWatch() {
  const world = await startMachineWorld()
  world.approving = false
  const { client } = world.api
  const watch = new RequestWatch(client, { clock: world.clock, random: createRandom(5), log: silentLogger })
  for (const name of ['one', 'two']) await request(client, name)
  return { ...world, client, watch }
}

function request(client: Client, name: string) {
  const subject = { commonName: `system:node:${name}`, organizations: ['system:nodes'] }
  return client.create(CertificateSigningRequest, {
    metadata: { name },
    spec: {
      request: Buffer.from(createCertificateRequest(subject, privateKey)).toString('base64'),
      signerName: 'example.com/nodes',
      usages: ['digital signature', 'client auth'],
    },
  })
}

async function deny(client: Client, name: string): Promise<void> {
  const condition = { type: 'Denied', status: 'True', reason: 'Test', message: '' }
  const body = { status: { conditions: [condition] } }
  await client.patch(CertificateSigningRequest, { name }, { type: 'merge', body }, { subresource: 'approval' })
}

describe('waiting for certificates', () => {
  it('ends for each when its request is decided on', async () => {
    const { clock, client, watch } = await startWatch()
    const both = Promise.all(['one', 'two'].map((name) => watch.decided(name, signal)))
    await clock.settle()
    for (const name of ['two', 'one']) await deny(client, name)
    await clock.settle()

    expect((await both).map((decided) => decided?.metadata.name)).toEqual(['one', 'two'])
  })

  it('ends for who comes later when its request went before', async () => {
    const { clock, client, watch } = await startWatch()
    const first = watch.decided('one', signal)
    await clock.settle()
    await client.delete(CertificateSigningRequest, { name: 'two' })
    await clock.settle()

    expect(await watch.decided('two', signal)).toBeUndefined()
    await deny(client, 'one')
    expect((await first)?.metadata.name).toBe('one')
  })

  it('fails for all when requests cannot be followed, and begins anew afterwards', async () => {
    const { clock, client } = await startWatch()
    const refused = { list: () => Promise.reject(new StatusError('Invalid', 'no such API')) }
    let isRefused = true
    const shaky = new Proxy(client, {
      get: (target, member) => {
        const value: unknown = Reflect.get(isRefused && member in refused ? refused : target, member)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const watch = new RequestWatch(shaky, { clock, random: createRandom(5), log: silentLogger })

    const results = await Promise.allSettled(['one', 'two'].map((name) => watch.decided(name, signal)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])

    isRefused = false
    await deny(client, 'one')
    expect((await watch.decided('one', signal))?.metadata.name).toBe('one')
  })
})
