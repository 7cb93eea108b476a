import { describe, expect, it } from 'vitest'
import { parseRequest } from './request-info.ts'

const infoOf = (method: string, url: string) => parseRequest(method, url).info

describe('what a request asks for', () => {
  it.each([
    ['GET', '/api/v1/pods', { verb: 'list', resource: 'pods', namespace: '', name: '' }],
    ['GET', '/api/v1/namespaces/shop/pods/', { verb: 'list', resource: 'pods', namespace: 'shop' }],
    ['GET', '/api/v1/namespaces/shop/pods?watch=true', { verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/namespaces/shop/pods?watch=0', { verb: 'list' }],
    ['GET', '/api/v1/watch/namespaces/shop/pods/web', { verb: 'watch', resource: 'pods', name: 'web' }],
    ['GET', '/api/v1/namespaces/shop/pods/web/log', { verb: 'get', resource: 'pods', name: 'web', subresource: 'log' }],
    ['GET', '/api/v1/namespaces/shop', { verb: 'get', resource: 'namespaces', namespace: 'shop', name: 'shop' }],
    ['PUT', '/api/v1/namespaces/shop/finalize', { verb: 'update', resource: 'namespaces', subresource: 'finalize' }],
    ['DELETE', '/apis/apps/v1/namespaces/shop/deployments', { verb: 'deletecollection', group: 'apps', version: 'v1' }],
    ['POST', '/apis/apps/v1/namespaces/shop/deployments', { verb: 'create', resource: 'deployments' }],
    ['PATCH', '/apis/apps/v1/namespaces/shop/deployments/web/scale', { verb: 'patch', subresource: 'scale' }],
    ['GET', '/api/v1/nodes/n/proxy/a/b', { name: 'n', subresource: 'proxy/a/b' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Dweb', { verb: 'list', name: 'web' }],
    ['FOO', '/api/v1/pods', { verb: '' }],
  ])('%s %s', (method, url, expected) => {
    expect(infoOf(method, url)).toMatchObject({ clusterId: 'root', isResource: true, ...expected })
  })

  it.each(['/', '/version', '/healthz', '/api', '/api/v1', '/apis/apps', '/apis/apps/v1', '/openapi/v3'])(
    '%s is no resource',
    (path) => {
      expect(infoOf('GET', path)).toMatchObject({ isResource: false, verb: 'get', path })
    },
  )

  it('finds the logical cluster in front of the path', () => {
    expect(infoOf('GET', '/clusters/blue/api/v1/pods')).toMatchObject({
      clusterId: 'blue',
      path: '/api/v1/pods',
      resource: 'pods',
    })
    expect(infoOf('GET', '/clusters/blue')).toMatchObject({ clusterId: 'blue', path: '/' })
  })

  it('reads escaped names', () => {
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode'

    expect(infoOf('GET', path)).toMatchObject({ name: 'system:node' })
  })

  it.each([
    '//api/v1/pods',
    '/api/v1//pods',
    '/clusters/blue/../green/api/v1/pods',
    '/clusters/blue/%2e%2e/green/api/v1/pods',
    '/clusters/blue%2f..%2fgreen/api/v1/pods',
    '/api/v1/namespaces/a%2Fb/pods',
    '/api/v1/pods/.',
    '/api/v1/pods/a\\b',
    '/clusters/',
    'api/v1/pods',
  ])('makes nothing of %s', (path) => {
    expect(infoOf('GET', path)).toBeUndefined()
  })

  it('refuses escapes that mean nothing', () => {
    expect(() => infoOf('GET', '/api/v1/pods/%zz')).toThrow('invalid URL escape')
  })
})
