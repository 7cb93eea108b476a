import { ConfigMap, Deployment, Namespace } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { explainObject } from './explain.ts'
import { findObject } from './find-object.ts'
import { Reader } from './reader.ts'

const unreachable = () => Promise.reject(new Error('there is no other cluster here'))

let client: Client
let read: Reader

beforeAll(async () => {
  const server = await startApiServer()
  client = createClient({ transport: inProcessTransport(server) })
  for (const name of ['north', 'south']) await client.create(Namespace, { metadata: { name } })
  await client.create(ConfigMap, { metadata: { namespace: 'north', name: 'only' } })
  await client.create(ConfigMap, { metadata: { namespace: 'north', name: 'both' } })
  await client.create(ConfigMap, { metadata: { namespace: 'south', name: 'both' } })
  read = new Reader(client, { connect: unreachable })
  return async () => {
    client.close()
    await server.close()
  }
})

describe('finding what somebody asks about', () => {
  it('looks everywhere for what is not where they are', async () => {
    const { metadata } = await findObject(read, { kind: 'cm', name: 'only', defaultNamespace: 'default' })

    expect(metadata.namespace).toBe('north')
  })

  it.each([
    [{ kind: 'cm', name: 'both' }, 'there are several ConfigMaps both: choose a namespace with -n, of north, south'],
    [
      { kind: 'cm', name: 'only', namespace: 'south' },
      'there is no ConfigMap south/only: it is gone, or was never there',
    ],
    [{ kind: 'node', name: 'moon' }, 'there is no Node moon: it is gone, or was never there'],
    [
      { kind: 'spaceship', name: 'x' },
      'the cluster has no kind called "spaceship": `kubectl api-resources` lists those that it has',
    ],
    [
      { kind: 'hc', name: 'x' },
      'the cluster has no kind called "hc": it comes with `skep up` or `skep controllers --enable hypershift`',
    ],
    [{ kind: 'event', name: 'x' }, 'there is no Event x: it is gone, or was never there'],
  ])('says what is wrong with %j', async (question, message) => {
    await expect(findObject(read, question)).rejects.toThrow(message)
  })
})

describe('an object of which nothing special is known', () => {
  it('is explained with what it owns, whatever that is', async () => {
    const owner = await client.get(ConfigMap, { namespace: 'north', name: 'only' })
    const { uid, name } = owner!.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ServiceAccount', name, uid }]
    const labels = { app: 'web' }
    await client.create(Deployment, {
      metadata: { namespace: 'north', name: 'web', ownerReferences },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
      },
    })

    const fresh = new Reader(client, { connect: unreachable })
    const asUnknown = { ...owner!, apiVersion: 'v1', kind: 'Widget' }
    const { state, children } = await explainObject(asUnknown, fresh, { now: Date.now() })

    expect(state).toBe('Waiting')
    expect(children.map(({ object }) => `${object.kind} ${object.name}`)).toEqual(['Deployment web'])
  })
})
