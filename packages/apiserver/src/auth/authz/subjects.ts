import type { RoleRef, Subject } from '@skep/api'
import { goQuote } from '@skep/schema'
import type { UserInfo } from '../../contracts.ts'
import { serviceAccountUser } from '../user-names.ts'

/** A role binding or, with an empty namespace, a cluster role binding. */
export interface Binding {
  readonly namespace: string
  readonly name: string
  readonly roleRef: RoleRef
  readonly subjects: readonly Subject[]
}

const userKey = (name: string): string => `user:${name}`
const groupKey = (name: string): string => `group:${name}`

/** What a user may appear as among the subjects of a binding. */
export const keysOfUser = ({ name, groups }: UserInfo): string[] => [userKey(name), ...groups.map(groupKey)]

/** The key under which a binding names its subject; undefined when nobody can match it. */
export function keyOfSubject({ kind, name, namespace }: Subject, bindingNamespace: string): string | undefined {
  if (kind === 'User') return userKey(name)
  if (kind === 'Group') return groupKey(name)
  // A role binding may leave out the namespace of accounts in its own.
  const home = namespace || bindingNamespace
  return kind === 'ServiceAccount' && home !== '' ? userKey(serviceAccountUser({ namespace: home, name })) : undefined
}

/** Says how a binding gives a role to the first of its subjects that matches: the reason of a permission. */
export function describeBinding(binding: Binding, matches: (key: string) => boolean): string {
  const { namespace, name, roleRef, subjects } = binding
  const subject = subjects.find((each) => matches(keyOfSubject(each, namespace) ?? ''))
  const source =
    namespace === '' ? `ClusterRoleBinding ${goQuote(name)}` : `RoleBinding ${goQuote(`${name}/${namespace}`)}`
  return `${source} of ${roleRef.kind} ${goQuote(roleRef.name)} to ${describeSubject(subject, namespace)}`
}

function describeSubject(subject: Subject | undefined, bindingNamespace: string): string {
  if (subject === undefined) return ''
  const { kind, name, namespace } = subject
  return `${kind} ${goQuote(kind === 'ServiceAccount' ? `${name}/${namespace || bindingNamespace}` : name)}`
}
