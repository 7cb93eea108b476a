import { createHmac } from 'node:crypto'
import type { ConfigMap, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONFIG_MAPS, SECRETS } from '../resources.ts'
import { startWorld, type World } from '../test/world.ts'

const encode = (text: string): string => Buffer.from(text).toString('base64')

const aToken = (id: string, rest: Record<string, string> = {}): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: `bootstrap-token-${id}`, namespace: 'kube-system' },
  type: 'bootstrap.kubernetes.io/token',
  data: Object.fromEntries(
    Object.entries({
      'token-id': id,
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-signing': 'true',
      ...rest,
    }).map(([key, value]) => [key, encode(value)]),
  ),
})

const published = (world: World) => world.get<ConfigMap>(CONFIG_MAPS, 'cluster-info', 'kube-public')

describe('cluster-info', () => {
  it('tells anyone where the cluster is, signed with each token that may', async () => {
    const world = await startWorld()
    expect(published(world)).toBeUndefined()

    await world.create(SECRETS, aToken('abcdef'))

    const { kubeconfig = '', 'jws-kubeconfig-abcdef': signature = '' } = published(world)?.data ?? {}
    expect(kubeconfig).toContain(`server: ${world.server.url}`)
    const [header = '', payload, mac] = signature.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'abcdef' })
    expect(payload).toBe('')
    const signed = `${header}.${Buffer.from(kubeconfig).toString('base64url')}`
    expect(mac).toBe(createHmac('sha256', '0123456789abcdef').update(signed).digest('base64url'))
    const answer = await world.server.handle({
      path: '/api/v1/namespaces/kube-public/configmaps/cluster-info',
      user: { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    })
    expect(answer.status).toBe(200)
  })

  it('is signed anew when it is changed, and no longer with tokens that have gone', async () => {
    const world = await startWorld()
    await world.create(SECRETS, aToken('abcdef'))
    await world.create(SECRETS, aToken('ghijkl'))
    const before = published(world)?.data?.['jws-kubeconfig-abcdef']

    await world.objects.modify(
      CONFIG_MAPS,
      'kube-public',
      'cluster-info',
      (map) => ({ ...map, data: { kubeconfig: 'other' } }) as ConfigMap,
    )
    await world.objects.delete(SECRETS, 'kube-system', 'bootstrap-token-ghijkl')
    await world.clock.settle()

    expect(Object.keys(published(world)?.data ?? {})).toEqual(['kubeconfig', 'jws-kubeconfig-abcdef'])
    expect(published(world)?.data?.['jws-kubeconfig-abcdef']).not.toBe(before)
  })

  it('is not published for tokens that may not sign', async () => {
    const world = await startWorld()

    await world.create(SECRETS, aToken('abcdef', { 'usage-bootstrap-signing': 'false' }))

    expect(published(world)).toBeUndefined()
  })
})

describe('a bootstrap token', () => {
  it('is removed when it has ended', async () => {
    const world = await startWorld()
    await world.create(SECRETS, aToken('abcdef', { expiration: '2030-01-01T01:00:00Z' }))

    await world.clock.advance(3_599_000)
    expect(world.get(SECRETS, 'bootstrap-token-abcdef', 'kube-system')).toBeDefined()
    await world.clock.advance(1_000)

    expect(world.get(SECRETS, 'bootstrap-token-abcdef', 'kube-system')).toBeUndefined()
    expect(published(world)?.data).not.toHaveProperty('jws-kubeconfig-abcdef')
  })
})
