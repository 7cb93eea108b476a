import { RbacIndex, type RbacObject } from '../rbac-index.ts'
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES } from './cluster-policy.ts'
import { NAMESPACE_ROLE_BINDINGS, NAMESPACE_ROLES } from './namespace-policy.ts'

/**
 * The roles and bindings that every logical cluster starts with, without uid and resourceVersion. They are shared by
 * all of them, and frozen so that no cluster can change those of another.
 */
export const BOOTSTRAP_POLICY: readonly RbacObject[] = deepFreeze([
  ...CLUSTER_ROLES,
  ...CLUSTER_ROLE_BINDINGS,
  ...NAMESPACE_ROLES,
  ...NAMESPACE_ROLE_BINDINGS,
])

/** An index of the default policy, to be the base of every logical cluster's own. */
export function bootstrapIndex(): RbacIndex {
  const index = new RbacIndex()
  for (const object of BOOTSTRAP_POLICY) index.set(object)
  return index
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) deepFreeze(child)
  return Object.freeze(value)
}
