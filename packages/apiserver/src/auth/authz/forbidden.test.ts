import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { pathAttributes, resourceAttributes } from './attributes.ts'
import { forbiddenError } from './forbidden.ts'

const ann: UserInfo = { name: 'ann', groups: [] }

describe('forbiddenError', () => {
  it('names verb, resource and namespace', () => {
    const error = forbiddenError(ann, resourceAttributes({ verb: 'list', resource: 'pods', namespace: 'acme' }), '')

    expect(error.toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "acme"',
      reason: 'Forbidden',
      details: { kind: 'pods' },
      code: 403,
    })
  })

  it('names the object, its group and subresource, and the cluster scope', () => {
    const attributes = resourceAttributes({
      verb: 'update',
      group: 'certificates.k8s.io',
      resource: 'certificatesigningrequests',
      subresource: 'approval',
      name: 'x',
    })

    const { message, details } = forbiddenError(ann, attributes, '')

    expect(message).toBe(
      'certificatesigningrequests.certificates.k8s.io "x" is forbidden: User "ann" cannot update resource "certificatesigningrequests/approval" in API group "certificates.k8s.io" at the cluster scope',
    )
    expect(details).toEqual({ name: 'x', group: 'certificates.k8s.io', kind: 'certificatesigningrequests' })
  })

  it('speaks of the path when there is no resource', () => {
    const { message, details } = forbiddenError(ann, pathAttributes('get', '/metrics'), '')

    expect(message).toBe('forbidden: User "ann" cannot get path "/metrics"')
    expect(details).toEqual({})
  })

  it('adds what is broken', () => {
    const attributes = resourceAttributes({ verb: 'get', resource: 'pods', name: 'x', namespace: 'acme' })

    const { message } = forbiddenError(ann, attributes, 'RBAC: role.rbac.authorization.k8s.io "r" not found')

    expect(message).toBe(
      'pods "x" is forbidden: User "ann" cannot get resource "pods" in API group "" in the namespace "acme": RBAC: role.rbac.authorization.k8s.io "r" not found',
    )
  })

  it('shows no markup', () => {
    const { message } = forbiddenError(ann, pathAttributes('get', '/<script>&'), '')

    expect(message).toBe('forbidden: User "ann" cannot get path "/&lt;script&gt;&amp;"')
  })
})
