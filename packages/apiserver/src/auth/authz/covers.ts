import type { PolicyRule } from '@skep/api'
import { goQuoteList } from '@skep/schema'
import { pathMatches } from './rules.ts'

/** The single permissions among the wanted ones that no rule held covers. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(singlePermissions).filter((single) => !held.some((rule) => covers(rule, single)))
}

/** Splits a rule so that each part names one group, resource, verb and object at most, or one path and verb. */
function singlePermissions(rule: PolicyRule): PolicyRule[] {
  const { apiGroups = [], resources = [], verbs, resourceNames = [], nonResourceURLs = [] } = rule
  const names = resourceNames.length === 0 ? [undefined] : resourceNames.map((name) => [name])
  const onResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name) => ({
          apiGroups: [group],
          resources: [resource],
          ...(name === undefined ? {} : { resourceNames: name }),
          verbs: [verb],
        })),
      ),
    ),
  )
  const onPaths = nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ nonResourceURLs: [url], verbs: [verb] })))
  return [...onResources, ...onPaths]
}

/** `wanted` is a single permission. */
function covers(held: PolicyRule, wanted: PolicyRule): boolean {
  const { apiGroups = [], resources = [], verbs, resourceNames = [], nonResourceURLs = [] } = held
  const within = (list: readonly string[], items: readonly string[] | undefined) =>
    list.includes('*') || (items ?? []).every((item) => list.includes(item))
  return (
    within(verbs, wanted.verbs) &&
    within(apiGroups, wanted.apiGroups) &&
    (wanted.resources ?? []).every((resource) => coversResource(resources, resource)) &&
    (wanted.nonResourceURLs ?? []).every((url) => nonResourceURLs.some((pattern) => pathMatches(pattern, url))) &&
    (resourceNames.length === 0 || coversNames(resourceNames, wanted.resourceNames))
  )
}

const coversNames = (held: readonly string[], wanted: readonly string[] = []): boolean =>
  wanted.length > 0 && wanted.every((name) => held.includes(name))

function coversResource(held: readonly string[], wanted: string): boolean {
  if (held.includes('*') || held.includes(wanted)) return true
  const slash = wanted.indexOf('/')
  return slash >= 0 && held.includes(`*${wanted.slice(slash)}`)
}

/** One line per resource, sorted: how a refusal lists what its user lacks. */
export function describeRules(rules: readonly PolicyRule[]): string[] {
  return [...new Set(joinVerbs(rules).map(describeRule))].sort()
}

/** Joins single permissions that differ in their verb alone. */
function joinVerbs(rules: readonly PolicyRule[]): PolicyRule[] {
  const joined = new Map<string, PolicyRule>()
  const onPaths: PolicyRule[] = []
  for (const rule of rules) {
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames])
    const same = joined.get(key)
    if (rule.nonResourceURLs !== undefined) onPaths.push(rule)
    else joined.set(key, same === undefined ? rule : { ...same, verbs: [...same.verbs, ...rule.verbs] })
  }
  return [...onPaths, ...joined.values()]
}

const LABELS = [
  ['APIGroups', 'apiGroups'],
  ['Resources', 'resources'],
  ['NonResourceURLs', 'nonResourceURLs'],
  ['ResourceNames', 'resourceNames'],
  ['Verbs', 'verbs'],
] as const

function describeRule(rule: PolicyRule): string {
  const parts = LABELS.map(([label, field]) => [label, rule[field] ?? []] as const)
  const shown = parts
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `${label}:${goQuoteList(values)}`)
  return `{${shown.join(', ')}}`
}
