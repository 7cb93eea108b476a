import type { PolicyRule } from '@skep/api'
import { type Attributes, combinedResource } from './attributes.ts'

const has = (list: readonly string[] | undefined, item: string): boolean => list?.includes(item) ?? false

/** Whether the rule speaks of this verb on this resource or path, leaving names of objects aside. */
export function ruleMatches(rule: PolicyRule, attributes: Attributes): boolean {
  if (!has(rule.verbs, '*') && !has(rule.verbs, attributes.verb)) return false
  if (!attributes.isResource) return rule.nonResourceURLs?.some((url) => pathMatches(url, attributes.path)) ?? false
  return (has(rule.apiGroups, '*') || has(rule.apiGroups, attributes.group)) && resourceMatches(rule, attributes)
}

/** Whether the rule speaks of objects of this name; a request without a name is about all of them. */
export const nameMatches = ({ resourceNames }: PolicyRule, name: string): boolean =>
  resourceNames === undefined || resourceNames.length === 0 || resourceNames.includes(name)

/** `*` matches every path, `/debug/*` everything below. */
export const pathMatches = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')))

function resourceMatches({ resources }: PolicyRule, attributes: Attributes): boolean {
  if (has(resources, '*') || has(resources, combinedResource(attributes))) return true
  return attributes.subresource !== '' && has(resources, `*/${attributes.subresource}`)
}
