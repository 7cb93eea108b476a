import type { KubeObject } from '@skep/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { FakeObjects } from '../test/fake-objects.ts'
import { type Attributes, type Authorize, pathAttributes, resourceAttributes } from './attributes.ts'
import { createNodeAuthorizer } from './node-authorizer.ts'
import { anyOf } from './union.ts'

const kubelet: UserInfo = { name: 'system:node:n', groups: ['system:nodes'] }

const aPod = (name: string, nodeName: string, spec: object = {}): KubeObject & { spec: object } => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'acme' },
  spec: { nodeName, serviceAccountName: 'robot', ...spec },
})

describe('a kubelet', () => {
  let objects: FakeObjects
  let authorize: Authorize

  beforeEach(() => {
    objects = new FakeObjects()
    authorize = createNodeAuthorizer(objects)
  })

  /** `verb group/resource/subresource namespace/name`. */
  const ask = (line: string, rest: Partial<Attributes> = {}, user = kubelet) => {
    const [verb = '', what = '', where = ''] = line.split(' ')
    const [group = '', resource = '', subresource = ''] = what.split('/')
    const [namespace = '', name = ''] = where.split('/')
    return authorize(user, resourceAttributes({ verb, group, resource, subresource, namespace, name, ...rest }))
  }

  it.each([
    'create /nodes',
    'get /nodes /n',
    'patch /nodes/status /n',
    'create coordination.k8s.io/leases kube-node-lease/',
    'update coordination.k8s.io/leases kube-node-lease/n',
    'patch /pods/status acme/p',
    'create /events acme/',
    'create certificates.k8s.io/certificatesigningrequests',
    'get storage.k8s.io/csinodes /n',
    'watch /services',
  ])('may %s', (line) => {
    expect(ask(line).allowed).toBe(true)
  })

  it.each([
    ['get /nodes /m', "node 'n' cannot read 'm', only its own Node object"],
    ['list /nodes', "node 'n' cannot read all nodes, only its own Node object"],
    ['delete /nodes /n', ''],
    [
      'update coordination.k8s.io/leases kube-node-lease/m',
      'can only access node lease with the same name as the requesting node',
    ],
    ['get coordination.k8s.io/leases acme/n', 'can only access leases in the "kube-node-lease" system namespace'],
    ['list coordination.k8s.io/leases kube-node-lease/', 'can only get, create, update, patch, or delete a node lease'],
    ['get storage.k8s.io/csinodes /m', 'can only access CSINode with the same name as the requesting node'],
    ['get /secrets acme/s', "no relationship found between node 'n' and this object"],
    ['list /secrets acme/', 'No Object name found'],
    ['list /secrets', 'can only read namespaced object of this type'],
    ['update /secrets acme/s', 'can only read resources of this type'],
    ['list /pods acme/', 'can only list/watch pods with spec.nodeName field selector'],
    ['create /serviceaccounts/token acme/robot', "no relationship found between node 'n' and this object"],
    ['update /serviceaccounts acme/robot', 'can only create tokens for individual service accounts'],
    ['list /persistentvolumes', 'can only get individual resources of this type'],
    ['create apps/deployments acme/', ''],
  ])('may not %s', (line, reason) => {
    expect(ask(line)).toEqual({ allowed: false, reason })
  })

  it('may list the pods bound to its node, and no others', () => {
    expect(ask('watch /pods', { fieldSelector: 'spec.nodeName=n' }).allowed).toBe(true)
    expect(ask('list /pods', { fieldSelector: 'status.phase!=Failed,spec.nodeName==n' }).allowed).toBe(true)
    expect(ask('list /pods', { fieldSelector: 'spec.nodeName=m' }).allowed).toBe(false)
    expect(ask('list /pods', { fieldSelector: 'spec.nodeName!=n' }).allowed).toBe(false)
  })

  it.each<[string, string, object]>([
    ['get /secrets acme/s', 'a volume', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }],
    ['get /secrets acme/s', 'an image', { imagePullSecrets: [{ name: 's' }] }],
    [
      'get /secrets acme/s',
      'the environment',
      { containers: [{ env: [{ valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }] },
    ],
    ['get /secrets acme/s', 'a projection', { volumes: [{ projected: { sources: [{ secret: { name: 's' } }] } }] }],
    ['watch /configmaps acme/c', 'a volume', { volumes: [{ configMap: { name: 'c' } }] }],
    ['get /configmaps acme/c', 'the environment', { initContainers: [{ envFrom: [{ configMapRef: { name: 'c' } }] }] }],
    ['get /persistentvolumeclaims acme/d', 'a volume', { volumes: [{ persistentVolumeClaim: { claimName: 'd' } }] }],
    ['get /persistentvolumeclaims acme/p-scratch', 'its own claim', { volumes: [{ name: 'scratch', ephemeral: {} }] }],
    ['create /serviceaccounts/token acme/robot', 'its account', {}],
    ['get /pods acme/p', 'itself', {}],
  ])('may %s while a pod there needs it for %s', (line, _what, spec) => {
    objects.put('pods', aPod('p', 'm', spec))
    expect(ask(line).allowed).toBe(false)

    objects.put('pods', aPod('p', 'n', spec))
    expect(ask(line).allowed).toBe(true)
    expect(ask(line.replace('acme/', 'other/')).allowed).toBe(false)
  })

  it('does not come to a secret by a config map of the same name', () => {
    objects.put('pods', aPod('p', 'n', { volumes: [{ configMap: { name: 'x' } }] }))

    expect(ask('get /secrets acme/x').allowed).toBe(false)
  })

  it('may get the volume of a claim that its pods use', () => {
    objects.put('pods', aPod('p', 'n', { volumes: [{ persistentVolumeClaim: { claimName: 'd' } }] }))
    const metadata = { name: 'd', namespace: 'acme' }
    objects.put(
      'persistentvolumeclaims',
      Object.assign({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata }, { spec: { volumeName: 'pv' } }),
    )

    expect(ask('get /persistentvolumes /pv').allowed).toBe(true)
    expect(ask('get /persistentvolumes /other').allowed).toBe(false)
  })

  it('is known by name and group together', () => {
    expect(ask('get /nodes /n', {}, { name: 'system:node:n', groups: [] }).allowed).toBe(false)
    expect(ask('get /nodes /n', {}, { name: 'n', groups: ['system:nodes'] }).allowed).toBe(false)
    expect(ask('get /nodes', {}, { name: 'system:node:', groups: ['system:nodes'] }).reason).toBe(
      'unknown node for user "system:node:"',
    )
  })

  it('has no say about paths', () => {
    expect(authorize(kubelet, pathAttributes('get', '/metrics')).allowed).toBe(false)
  })
})

describe('several authorizers', () => {
  const says =
    (allowed: boolean, reason: string): Authorize =>
    () => ({ allowed, reason })
  const user: UserInfo = { name: 'ann', groups: [] }
  const attributes = pathAttributes('get', '/')

  it('allow what one of them allows', () => {
    expect(anyOf(says(false, 'no'), says(true, 'yes'))(user, attributes)).toEqual({ allowed: true, reason: 'yes' })
  })

  it('refuse with all their reasons', () => {
    const authorize = anyOf(says(false, 'one'), says(false, ''), says(false, 'two'))

    expect(authorize(user, attributes)).toEqual({ allowed: false, reason: 'one\ntwo' })
  })
})
