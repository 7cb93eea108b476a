import { type FieldError, fieldError } from '@skep/schema'
import { validateLabelSelector } from '../meta/label-selector.ts'
import { checkPathSegment } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validateOptionalOneOf, validateRequired } from '../meta/validation.ts'
import type { MatchResources, NamedRuleWithOperations, RuleWithOperations } from './match.ts'

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
/** How closely a request must match a rule. */
export const MATCH_POLICIES = ['Equivalent', 'Exact']

/** A list with something in it, in which a star stands alone. */
const validateStars = (values: readonly string[], path: string, others: string): FieldError[] => [
  ...(values.length === 0 ? [fieldError.required(path)] : []),
  ...(values.length > 1 && values.includes('*')
    ? [fieldError.invalid(path, values, `if '*' is present, must not specify other ${others}`)]
    : []),
]

/** Everything wrong with operations on resources. */
export function validateRule(rule: RuleWithOperations, path: string): FieldError[] {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule
  return [
    ...validateStars(operations, `${path}.operations`, 'operations'),
    ...validateEach(operations, `${path}.operations`, (operation, at) => validateOneOf(operation, at, OPERATIONS)),
    ...validateStars(apiGroups, `${path}.apiGroups`, 'API groups'),
    ...validateStars(apiVersions, `${path}.apiVersions`, 'API versions'),
    ...validateEach(apiVersions, `${path}.apiVersions`, (version, at) => validateRequired(version, at)),
    ...validateResources(resources, `${path}.resources`),
    ...validateOptionalOneOf(scope, `${path}.scope`, ['*', 'Cluster', 'Namespaced']),
  ]
}

/** Resources and subresources: what a pattern already covers is not listed again. */
function validateResources(resources: readonly string[], path: string): FieldError[] {
  const errors = resources.length === 0 ? [fieldError.required(path)] : []
  const covered = new Map<string, string>()
  resources.forEach((pattern, index) => {
    if (pattern === '') errors.push(fieldError.required(`${path}[${index}]`))
    const slash = pattern.indexOf('/')
    if (slash < 0) return
    const [resource, subresource] = [pattern.slice(0, slash), pattern.slice(slash + 1)]
    for (const key of [`${resource}/*`, `*/${subresource}`]) {
      if (!covered.has(key)) continue
      const detail = `if '${key}' is present, must not specify ${pattern}`
      errors.push(fieldError.invalid(`${path}[${index}]`, pattern, detail))
    }
    if (resource === '*' || subresource === '*') covered.set(pattern, pattern)
  })
  return [...errors, ...validateWildcards(resources, path)]
}

function validateWildcards(resources: readonly string[], path: string): FieldError[] {
  const errors: FieldError[] = []
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(fieldError.invalid(path, resources, "if '*/*' is present, must not specify other resources"))
  }
  const hasPlain = resources.some((resource) => resource !== '' && resource !== '*' && !resource.includes('/'))
  if (resources.includes('*') && hasPlain) {
    const detail = "if '*' is present, must not specify other resources without subresources"
    errors.push(fieldError.invalid(path, resources, detail))
  }
  return errors
}

const validateNamedRule = (rule: NamedRuleWithOperations, path: string): FieldError[] => {
  const names = rule.resourceNames ?? []
  return [
    ...validateEach(names, `${path}.resourceNames`, (name, at, index) => [
      ...invalid(at, name, checkPathSegment(name)),
      ...(names.indexOf(name) < index ? [fieldError.duplicate(at, name)] : []),
    ]),
    ...validateRule(rule, path),
  ]
}

/** Everything wrong with which requests a policy is for. */
export const validateMatchResources = (match: MatchResources | undefined, path: string): FieldError[] =>
  match === undefined
    ? []
    : [
        ...validateOneOf(match.matchPolicy, `${path}.matchPolicy`, MATCH_POLICIES),
        ...validateLabelSelector(match.namespaceSelector, `${path}.namespaceSelector`),
        ...validateLabelSelector(match.objectSelector, `${path}.objectSelector`),
        ...validateEach(match.resourceRules, `${path}.resourceRules`, validateNamedRule),
        ...validateEach(match.excludeResourceRules, `${path}.excludeResourceRules`, validateNamedRule),
      ]
