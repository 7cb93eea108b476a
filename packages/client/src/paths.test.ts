import { ConfigMap, Deployment, Namespace } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { pathOf, selectorText, withQuery } from './paths.ts'

describe('pathOf', () => {
  it('names collections, objects and subresources', () => {
    expect(pathOf(ConfigMap)).toBe('/api/v1/configmaps')
    expect(pathOf(ConfigMap, { namespace: 'default' })).toBe('/api/v1/namespaces/default/configmaps')
    expect(pathOf(Namespace, { name: 'blue' })).toBe('/api/v1/namespaces/blue')
    expect(pathOf(Deployment, { namespace: 'default', name: 'web', subresource: 'scale' })).toBe(
      '/apis/apps/v1/namespaces/default/deployments/web/scale',
    )
  })

  it('ignores the namespace of a kind that has none', () => {
    expect(pathOf(Namespace, { namespace: 'default', name: 'blue' })).toBe('/api/v1/namespaces/blue')
  })

  it('refuses names that would lead somewhere else', () => {
    expect(() => pathOf(ConfigMap, { namespace: '..', name: 'x' })).toThrow(TypeError)
    expect(() => pathOf(Namespace, { name: '' })).toThrow(TypeError)
    expect(pathOf(Namespace, { name: 'a/b?c' })).toBe('/api/v1/namespaces/a%2Fb%3Fc')
  })

  it('says when a namespace is missing', () => {
    expect(() => pathOf(ConfigMap, { name: 'blue' })).toThrow('ConfigMap "blue" needs a namespace')
  })
})

describe('withQuery', () => {
  it('leaves out what is not set', () => {
    expect(withQuery('/api', { a: undefined, b: '', watch: true, limit: 5, labelSelector: 'a=b,c' })).toBe(
      '/api?watch=true&limit=5&labelSelector=a%3Db%2Cc',
    )
    expect(withQuery('/api')).toBe('/api')
  })
})

describe('selectorText', () => {
  it('takes labels or a selector', () => {
    expect(selectorText({ app: 'web', tier: 'front' })).toBe('app=web,tier=front')
    expect(selectorText('app in (web)')).toBe('app in (web)')
    expect(selectorText(undefined)).toBeUndefined()
  })
})
