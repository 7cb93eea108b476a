import type { PolicyRule, RoleRef } from '@skep/api'
import { goErrors, goQuote } from '@skep/schema'
import { type Attributes, combinedResource, type Decision } from './attributes.ts'
import { nameMatches, ruleMatches } from './rules.ts'

/** A rule that applies to somebody, with the decision that follows when it fits. */
export interface Grant {
  readonly rule: PolicyRule
  readonly decision: Decision
}

/** Everything that one user may do in one namespace, or cluster-wide. */
export interface Access {
  readonly grants: readonly Grant[]
  /** Roles that bindings of the user name and that do not exist. */
  readonly missing: readonly RoleRef[]
  decide(attributes: Attributes): Decision
}

/** Enough for every verb on every resource of a large cluster, and a bound for who asks about made-up ones. */
const MAX_REMEMBERED = 2_000

/** Compiles grants into decisions: the rules for a verb and resource are looked for once, then remembered. */
export function createAccess(grants: readonly Grant[], missing: readonly RoleRef[]): Access {
  const refusal: Decision = { allowed: false, reason: missing.length === 0 ? '' : `RBAC: ${describeMissing(missing)}` }
  const remembered = new Map<string, readonly Grant[]>()

  const matching = (attributes: Attributes): readonly Grant[] => {
    const key = keyOf(attributes)
    let found = remembered.get(key)
    if (found === undefined) {
      found = grants.filter(({ rule }) => ruleMatches(rule, attributes))
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(key, found)
    }
    return found
  }

  return {
    grants,
    missing,
    decide: (attributes) => {
      const named = (grant: Grant) => !attributes.isResource || nameMatches(grant.rule, attributes.name)
      return matching(attributes).find(named)?.decision ?? refusal
    },
  }
}

function keyOf(attributes: Attributes): string {
  const { isResource, verb, group, path } = attributes
  return isResource ? `resource\0${verb}\0${group}\0${combinedResource(attributes)}` : `path\0${verb}\0${path}`
}

/** Names the missing roles; `resource` is what the reader asked about, which is not always the role's own kind. */
export const describeMissing = (missing: readonly RoleRef[], resource?: string): string =>
  goErrors(
    missing.map(
      ({ kind, name }) => `${resource ?? kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(name)} not found`,
    ),
  )
