import { type FieldError, fieldError } from '@skep/schema'
import { validateEach } from '../meta/validation.ts'
import type { PolicyRule } from './policy-rule.ts'

/** Everything wrong with the rules of a role; those of a namespace cannot be about paths. */
export const validatePolicyRules = (
  rules: readonly PolicyRule[],
  { isNamespaced }: { isNamespaced: boolean },
): FieldError[] =>
  validateEach(rules, 'rules', (rule, path) =>
    rule.nonResourceURLs?.length
      ? validatePathRule(rule, isNamespaced, `${path}.nonResourceURLs`)
      : validateResourceRule(rule, path),
  )

function validatePathRule(rule: PolicyRule, isNamespaced: boolean, path: string): FieldError[] {
  const { nonResourceURLs, apiGroups, resources, resourceNames } = rule
  const errors: FieldError[] = []
  if (isNamespaced) {
    errors.push(fieldError.invalid(path, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'))
  }
  if (apiGroups?.length || resources?.length || resourceNames?.length) {
    const detail = 'rules cannot apply to both regular resources and non-resource URLs'
    errors.push(fieldError.invalid(path, nonResourceURLs, detail))
  }
  return errors
}

const validateResourceRule = ({ apiGroups, resources }: PolicyRule, path: string): FieldError[] => [
  ...(apiGroups?.length
    ? []
    : [fieldError.required(`${path}.apiGroups`, 'resource rules must supply at least one api group')]),
  ...(resources?.length
    ? []
    : [fieldError.required(`${path}.resources`, 'resource rules must supply at least one resource')]),
]

/** Rules that allow nothing; they are reported after everything else. */
export const validateVerbs = (rules: readonly PolicyRule[]): FieldError[] =>
  validateEach(rules, 'rules', ({ verbs }, path) => (verbs?.length ? [] : [fieldError.required(`${path}.verbs`)]))
