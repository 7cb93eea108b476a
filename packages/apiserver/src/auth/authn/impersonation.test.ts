import { StatusError } from '@skep/base'
import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { type Attributes, type Authorize, resourceAttributes } from '../authz/attributes.ts'
import { impersonate, wantedUser } from './impersonation.ts'

const LIST_PODS = resourceAttributes({ verb: 'list', resource: 'pods', namespace: 'acme' })
const ann: UserInfo = { name: 'ann', groups: [] }

/** Permissions as `verb group/resource[/subresource] [name]`. */
const allow = (...permissions: string[]): Authorize => {
  const describe = ({ verb, group, resource, subresource, name }: Attributes) =>
    `${verb} ${group}/${resource}${subresource === '' ? '' : `/${subresource}`}${name === '' ? '' : ` ${name}`}`
  return (_user, attributes) => ({ allowed: permissions.includes(describe(attributes)), reason: '' })
}
const everything: Authorize = () => ({ allowed: true, reason: '' })

const as = (authorize: Authorize, headers: string[], requestor = ann) => {
  const wanted = wantedUser(headers)
  return wanted === undefined ? requestor : impersonate(authorize, requestor, wanted, LIST_PODS)
}

function refusal(attempt: () => unknown): StatusError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
  throw new Error('it was allowed')
}

describe('impersonation headers', () => {
  it('are not there in most requests', () => {
    expect(wantedUser(['Host', 'x', 'Authorization', 'Bearer t'])).toBeUndefined()
  })

  it('make a user with groups, uid and extra', () => {
    const headers = [
      'Impersonate-User',
      'bob',
      'Impersonate-Group',
      'a, b',
      'impersonate-group',
      'c',
      'Impersonate-Uid',
      '7',
    ]

    expect(
      as(everything, [...headers, 'Impersonate-Extra-Scopes', 'one', 'Impersonate-Extra-Acme.com%2Fx', 'two']),
    ).toEqual({
      name: 'bob',
      uid: '7',
      groups: ['a, b', 'c', 'system:authenticated'],
      extra: { scopes: ['one'], 'acme.com/x': ['two'] },
    })
  })

  it('may carry extra of any name', () => {
    const wanted = wantedUser(['Impersonate-User', 'bob', 'Impersonate-Extra-__proto__', 'x'])

    expect(Object.entries(wanted?.extra ?? {})).toEqual([['__proto__', ['x']]])
  })

  it.each([
    ['Impersonate-Group', 'x'],
    ['Impersonate-Uid', 'x'],
    ['Impersonate-Extra-A', 'x'],
  ])('do not stand without a user: %s', (...headers) => {
    expect(refusal(() => wantedUser(headers)).reason).toBe('BadRequest')
  })

  it('give a service account its groups, unless others are asked for', () => {
    const robot = ['Impersonate-User', 'system:serviceaccount:acme:robot']

    expect(as(everything, robot).groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:acme',
      'system:authenticated',
    ])
    expect(as(everything, [...robot, 'Impersonate-Group', 'x']).groups).toEqual(['x', 'system:authenticated'])
  })

  it('leave anonymous unauthenticated', () => {
    expect(as(everything, ['Impersonate-User', 'system:anonymous']).groups).toEqual(['system:unauthenticated'])
  })

  it('give nodes their group', () => {
    expect(as(everything, ['Impersonate-User', 'system:node:n']).groups).toEqual([
      'system:nodes',
      'system:authenticated',
    ])
  })
})

describe('permission to impersonate', () => {
  const bob = ['Impersonate-User', 'bob']

  it('is needed', () => {
    expect(refusal(() => as(allow(), bob)).message).toBe(
      'pods is forbidden: User "ann" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "acme"',
    )
    expect(refusal(() => as(allow('impersonate-on:user-info:list /pods'), bob)).message).toBe(
      'users.authentication.k8s.io "bob" is forbidden: User "ann" cannot impersonate:user-info resource "users" in API group "authentication.k8s.io" at the cluster scope',
    )
  })

  it('can be for a user, whatever is done', () => {
    expect(as(allow('impersonate /users bob'), bob).name).toBe('bob')
    expect(refusal(() => as(allow('impersonate /users eve'), bob)).reason).toBe('Forbidden')
  })

  it('can be for a user and some actions', () => {
    const limited = allow(
      'impersonate-on:user-info:list /pods',
      'impersonate:user-info authentication.k8s.io/users bob',
    )

    expect(as(limited, bob).name).toBe('bob')
    const wanted = wantedUser(bob)!
    const deletion = { ...LIST_PODS, verb: 'delete' }
    expect(refusal(() => impersonate(limited, ann, wanted, deletion)).reason).toBe('Forbidden')
  })

  it.each([
    ['Impersonate-Group', 'ops', 'impersonate /groups ops'],
    ['Impersonate-Uid', '7', 'impersonate authentication.k8s.io/uids 7'],
    ['Impersonate-Extra-Scopes', 'one', 'impersonate authentication.k8s.io/userextras/scopes one'],
  ])('is needed for %s too', (header, value, permission) => {
    const headers = [...bob, header, value]

    expect(refusal(() => as(allow('impersonate /users bob'), headers)).reason).toBe('Forbidden')
    expect(as(allow('impersonate /users bob', permission), headers).name).toBe('bob')
  })

  it('is asked of service accounts as such', () => {
    const robot = ['Impersonate-User', 'system:serviceaccount:acme:robot']

    expect(as(allow('impersonate /serviceaccounts robot'), robot).name).toBe('system:serviceaccount:acme:robot')
    expect(refusal(() => as(allow('impersonate /users system:serviceaccount:acme:robot'), robot)).message).toBe(
      'pods is forbidden: User "ann" cannot impersonate-on:serviceaccount:list resource "pods" in API group "" in the namespace "acme"',
    )
  })

  it('never makes a master of somebody by a limited one', () => {
    const limited = allow(
      'impersonate-on:user-info:list /pods',
      'impersonate:user-info authentication.k8s.io/users bob',
      'impersonate:user-info authentication.k8s.io/groups system:masters',
    )

    expect(refusal(() => as(limited, [...bob, 'Impersonate-Group', 'system:masters'])).message).toContain(
      'impersonating the system:masters group is not allowed',
    )
  })

  it('can be for the node that an account runs on', () => {
    const agent: UserInfo = {
      name: 'system:serviceaccount:acme:agent',
      groups: [],
      extra: { 'authentication.kubernetes.io/node-name': ['n'] },
    }
    const limited = allow(
      'impersonate-on:associated-node:list /pods',
      'impersonate:associated-node authentication.k8s.io/nodes *',
    )

    expect(as(limited, ['Impersonate-User', 'system:node:n'], agent).name).toBe('system:node:n')
    expect(refusal(() => as(limited, ['Impersonate-User', 'system:node:m'], agent)).reason).toBe('Forbidden')
    expect(refusal(() => as(limited, ['Impersonate-User', 'system:node:n'])).reason).toBe('Forbidden')
  })
})
