import type { MatchResources, RuleWithOperations } from './match.ts'

/** In place: a rule is about objects in namespaces and outside unless it says otherwise. */
export function defaultRule(rule: RuleWithOperations): void {
  rule.scope ??= '*'
}

/** In place: what a policy matches, completed. */
export function defaultMatchResources(match: MatchResources): void {
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])]) defaultRule(rule)
}
