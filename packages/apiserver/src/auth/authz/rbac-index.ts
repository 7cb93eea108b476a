import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, RoleRef } from '@skep/api'
import type { UserInfo } from '../../contracts.ts'
import { MASTERS_GROUP } from '../user-names.ts'
import { type Access, createAccess, type Grant } from './access.ts'
import type { Attributes, Decision } from './attributes.ts'
import { type Binding, describeBinding, keyOfSubject, keysOfUser } from './subjects.ts'

/** What roles and bindings come as. */
export type RbacObject = Role | ClusterRole | RoleBinding | ClusterRoleBinding
/** Their kinds. */
export type RbacKind = 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'

/** Which object: the namespace is empty for the two cluster-wide kinds. */
export interface RbacObjectKey {
  readonly kind: RbacKind
  readonly namespace: string
  readonly name: string
}

/** Users whose access is kept compiled; beyond that all are compiled anew. */
const MAX_COMPILED = 5_000

const MASTERS_MAY: Decision = { allowed: true, reason: '' }

const keyOf = (namespace: string, name: string): string => `${namespace}/${name}`
const isBinding = (object: RbacObject): object is RoleBinding | ClusterRoleBinding => 'roleRef' in object

/**
 * Roles and bindings of one logical cluster, indexed by subject so that a decision is a few map look-ups. It is told of
 * every change. A `base` holds what all logical clusters share; it must not change once it is used as one, and an
 * object of the same kind and name in this index, or its deletion, hides the one in the base.
 */
export class RbacIndex {
  readonly #base: RbacIndex | undefined
  /** Undefined values hide what the base has. */
  readonly #roles = new Map<string, readonly PolicyRule[] | undefined>()
  readonly #bindings = new Map<string, Binding | undefined>()
  /** By namespace, then by subject. */
  readonly #bySubject = new Map<string, Map<string, Set<Binding>>>()
  /** By user and namespace. Many of them share one, because bindings do not tell them apart: kubelets, for example. */
  #compiled = new Map<string, Access>()
  #shared = new Map<string, Access>()

  constructor(base?: RbacIndex) {
    this.#base = base
  }

  /** Takes note of an object that was created or changed. */
  set(object: RbacObject): void {
    const { name = '', namespace = '' } = object.metadata
    if (isBinding(object)) {
      this.#setBinding({ namespace, name, roleRef: object.roleRef, subjects: object.subjects ?? [] })
    } else this.#roles.set(keyOf(namespace, name), object.rules ?? [])
    this.#forgetCompiled()
  }

  /** Takes note of an object that is gone. */
  delete({ kind, namespace, name }: RbacObjectKey): void {
    const key = keyOf(namespace, name)
    if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') {
      this.#unindex(this.#bindings.get(key))
      hide(this.#bindings, key, this.#base?.binding(namespace, name) !== undefined)
    } else hide(this.#roles, key, this.#base?.roleRules(namespace, name) !== undefined)
    this.#forgetCompiled()
  }

  /** Whether the user may. Members of system:masters always may. */
  authorize(user: UserInfo, attributes: Attributes): Decision {
    if (user.groups.includes(MASTERS_GROUP)) return MASTERS_MAY
    return this.access(user, attributes.namespace).decide(attributes)
  }

  /** All that roles give a user in a namespace, cluster-wide roles included; with an empty one only the latter. */
  access(user: UserInfo, namespace: string): Access {
    if (this.#base !== undefined && this.#addsNothing) return this.#base.access(user, namespace)
    // With the number of groups, so that no group can pass for two.
    const key = `${namespace}\0${user.groups.length}\0${user.name}\0${user.groups.join('\0')}`
    let access = this.#compiled.get(key)
    if (access === undefined) {
      if (this.#compiled.size >= MAX_COMPILED) this.#forgetCompiled()
      access = this.#compile(user, namespace)
      this.#compiled.set(key, access)
    }
    return access
  }

  /** It neither has nor hides anything. */
  get #addsNothing(): boolean {
    return this.#roles.size === 0 && this.#bindings.size === 0
  }

  /** Rules of a role or, with an empty namespace, of a cluster role. */
  roleRules(namespace: string, name: string): readonly PolicyRule[] | undefined {
    const key = keyOf(namespace, name)
    return this.#roles.has(key) ? this.#roles.get(key) : this.#base?.roleRules(namespace, name)
  }

  /** Rules of the role that a binding in this namespace refers to. */
  rulesOf({ kind, name }: RoleRef, bindingNamespace: string): readonly PolicyRule[] | undefined {
    if (kind === 'ClusterRole') return this.roleRules('', name)
    return kind === 'Role' && bindingNamespace !== '' ? this.roleRules(bindingNamespace, name) : undefined
  }

  /** A role binding or, with an empty namespace, a cluster role binding. */
  binding(namespace: string, name: string): Binding | undefined {
    const key = keyOf(namespace, name)
    return this.#bindings.has(key) ? this.#bindings.get(key) : this.#base?.binding(namespace, name)
  }

  #setBinding(binding: Binding): void {
    const key = keyOf(binding.namespace, binding.name)
    this.#unindex(this.#bindings.get(key))
    this.#bindings.set(key, binding)
    for (const subject of subjectKeys(binding)) this.#subjectSet(binding.namespace, subject).add(binding)
  }

  #subjectSet(namespace: string, subject: string): Set<Binding> {
    const subjects = this.#bySubject.get(namespace) ?? new Map<string, Set<Binding>>()
    this.#bySubject.set(namespace, subjects)
    const bindings = subjects.get(subject) ?? new Set<Binding>()
    subjects.set(subject, bindings)
    return bindings
  }

  #unindex(binding: Binding | undefined): void {
    if (binding === undefined) return
    const subjects = this.#bySubject.get(binding.namespace)
    for (const subject of subjectKeys(binding)) {
      const bindings = subjects?.get(subject)
      bindings?.delete(binding)
      if (bindings?.size === 0) subjects?.delete(subject)
    }
    if (subjects?.size === 0) this.#bySubject.delete(binding.namespace)
  }

  #forgetCompiled(): void {
    if (this.#compiled.size === 0) return
    this.#compiled = new Map()
    this.#shared = new Map()
  }

  #compile(user: UserInfo, namespace: string): Access {
    const scope = this.#hasBindings(namespace) ? namespace : ''
    const keys = keysOfUser(user).filter((key) => this.#isSubject(key, '') || this.#isSubject(key, scope))
    const id = JSON.stringify([scope, ...keys])
    const access = this.#shared.get(id) ?? this.#compileFor(new Set(keys), scope)
    this.#shared.set(id, access)
    return access
  }

  #hasBindings(namespace: string): boolean {
    return this.#bySubject.has(namespace) || (this.#base ? this.#base.#hasBindings(namespace) : false)
  }

  #isSubject(key: string, namespace: string): boolean {
    if (this.#bySubject.get(namespace)?.has(key)) return true
    return this.#base ? this.#base.#isSubject(key, namespace) : false
  }

  #compileFor(keys: ReadonlySet<string>, namespace: string): Access {
    const bindings = [...this.#bindingsOf(keys, ''), ...(namespace === '' ? [] : this.#bindingsOf(keys, namespace))]
    const grants: Grant[] = []
    const missing: RoleRef[] = []
    for (const binding of bindings) {
      const rules = this.rulesOf(binding.roleRef, binding.namespace)
      if (rules === undefined) missing.push(binding.roleRef)
      else grants.push(...grantsOf(binding, rules, keys))
    }
    return createAccess(grants, missing)
  }

  /** In order of name, so that the same objects always give the same reason. */
  #bindingsOf(subjects: ReadonlySet<string>, namespace: string): Binding[] {
    const found = new Set<Binding>()
    this.#collect(subjects, namespace, found)
    return [...found].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  #collect(subjects: ReadonlySet<string>, namespace: string, into: Set<Binding>): void {
    const inherited = new Set<Binding>()
    if (this.#base !== undefined) this.#base.#collect(subjects, namespace, inherited)
    for (const binding of inherited) if (!this.#bindings.has(keyOf(namespace, binding.name))) into.add(binding)
    const own = this.#bySubject.get(namespace)
    if (own === undefined) return
    for (const subject of subjects) for (const binding of own.get(subject) ?? []) into.add(binding)
  }
}

const subjectKeys = ({ subjects, namespace }: Binding): string[] =>
  subjects.map((subject) => keyOfSubject(subject, namespace)).filter((key) => key !== undefined)

function grantsOf(binding: Binding, rules: readonly PolicyRule[], userKeys: ReadonlySet<string>): Grant[] {
  const reason = `RBAC: allowed by ${describeBinding(binding, (key) => userKeys.has(key))}`
  const decision: Decision = { allowed: true, reason }
  return rules.map((rule) => ({ rule, decision }))
}

function hide<T>(own: Map<string, T | undefined>, key: string, inBase: boolean): void {
  if (inBase) own.set(key, undefined)
  else own.delete(key)
}
