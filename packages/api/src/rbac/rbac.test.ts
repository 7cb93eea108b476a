import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { ClusterRole } from './cluster-role.ts'
import { ClusterRoleBinding } from './cluster-role-binding.ts'
import { Role } from './role.ts'
import { RoleBinding } from './role-binding.ts'

const GROUP = 'rbac.authorization.k8s.io'
const roleRef = { kind: 'Role', name: 'r' }

describe('a Role', () => {
  it('allows nothing unless it says so', () => {
    expect(created(Role, {}).rules).toBeNull()
    expect(refusal(Role, {})).toEqual([])
  })

  it.each([
    [
      {},
      [
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
        'rules[0].verbs: Required value',
      ],
    ],
    [
      { verbs: ['get'], nonResourceURLs: ['/x'] },
      ['rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs'],
    ],
    [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, []],
  ])('has its rules checked: %j', (rule, messages) => {
    expect(refusal(Role, { rules: [rule] })).toEqual(messages)
  })
})

describe('a ClusterRole', () => {
  it('may be about paths, but not about resources at the same time', () => {
    expect(refusal(ClusterRole, { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] })).toEqual([])
    expect(refusal(ClusterRole, { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'], resources: ['pods'] }] })).toEqual(
      [
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    )
  })

  it('is made up of others only if it says which', () => {
    expect(refusal(ClusterRole, { aggregationRule: {} })).toEqual([
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
    ])
  })
})

describe('a RoleBinding', () => {
  it('knows where roles, users and groups belong', () => {
    const subjects = [
      { kind: 'User', name: 'u' },
      { kind: 'ServiceAccount', name: 's' },
    ]

    expect(defaulted(RoleBinding, { roleRef, subjects })).toMatchObject({
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u', apiGroup: GROUP },
        { kind: 'ServiceAccount', name: 's' },
      ],
    })
  })

  it.each([
    [
      {},
      ['roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"', 'roleRef.name: Required value'],
    ],
    [
      { roleRef: { ...roleRef, apiGroup: 'wrong' } },
      ['roleRef.apiGroup: Unsupported value: "wrong": supported values: "rbac.authorization.k8s.io"'],
    ],
    [
      {
        roleRef,
        subjects: [{ kind: 'User' }, { kind: 'Wrong', name: 'x' }, { kind: 'Group', name: 'x', apiGroup: 'wrong' }],
      },
      [
        'subjects[1].kind: Unsupported value: "Wrong": supported values: "ServiceAccount", "User", "Group"',
        'subjects[2].apiGroup: Unsupported value: "wrong": supported values: "rbac.authorization.k8s.io"',
        'subjects[0].name: Required value',
      ],
    ],
    [{ roleRef, subjects: [{ kind: 'ServiceAccount', name: 's' }] }, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(RoleBinding, wanted)).toEqual(messages)
  })

  it('keeps its role', () => {
    expect(refusalOfUpdate(RoleBinding, { roleRef }, { roleRef: { kind: 'Role', name: 'other' } })).toEqual([
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"other"}: field is immutable',
    ])
  })

  it('shows who gets what', () => {
    const subjects = [
      { kind: 'User', name: 'u' },
      { kind: 'User', name: 'v' },
      { kind: 'Group', name: 'g' },
      { kind: 'ServiceAccount', name: 's', namespace: 'n' },
    ]

    expect(RoleBinding.rules.cells?.(created(RoleBinding, { roleRef, subjects }), 0)).toEqual([
      'a',
      'Role/r',
      '<unknown>',
      'u, v',
      'g',
      'n/s',
    ])
  })
})

describe('a ClusterRoleBinding', () => {
  it('grants cluster roles, to service accounts of any namespace', () => {
    expect(refusal(ClusterRoleBinding, { roleRef, subjects: [{ kind: 'ServiceAccount', name: 's' }] })).toEqual([
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'subjects[0].namespace: Required value',
    ])
  })
})
