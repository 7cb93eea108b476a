import { expect } from 'vitest'
import type { UserInfo } from '../../src/contracts.ts'
import type { TestApi } from '../../src/test/api.ts'

/** Somebody who has proved who they are. */
export const person = (name: string, ...groups: string[]): UserInfo => ({
  name,
  groups: [...groups, 'system:authenticated'],
})

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const apiGroup = 'rbac.authorization.k8s.io'

/** What somebody is given: a cluster role by name, or rules of their own; in one namespace or everywhere. */
export interface Grant {
  namespace?: string
  role?: string
  rules?: readonly object[]
  to?: UserInfo
  toGroup?: string
}

/** Binds a role, made for the purpose if it is given as rules, and returns the path of the binding. */
export async function grant(api: TestApi, { namespace, role, rules, to, toGroup }: Grant): Promise<string> {
  const name = `${(to?.name ?? toGroup ?? '').replaceAll(':', '-')}-${role ?? 'own'}`
  const root = namespace === undefined ? `${RBAC}/cluster` : `${RBAC}/namespaces/${namespace}/`
  if (rules) await create(api, `${root}roles`, { metadata: { name }, rules })
  const kind = rules && namespace !== undefined ? 'Role' : 'ClusterRole'
  await create(api, `${root}rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup, kind, name: role ?? name },
    subjects: [subjectOf(to, toGroup)],
  })
  return `${root}rolebindings/${name}`
}

function subjectOf(user: UserInfo | undefined, group: string | undefined): object {
  if (!user) return { apiGroup, kind: 'Group', name: group }
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user.name)
  if (account) return { kind: 'ServiceAccount', namespace: account[1], name: account[2] }
  return { apiGroup, kind: 'User', name: user.name }
}

async function create(api: TestApi, path: string, object: object): Promise<void> {
  const { status, body } = await api.post(path, object)
  expect(body.message ?? status).toBe(201)
}
