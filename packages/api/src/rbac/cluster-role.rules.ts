import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { printedSelector, validateLabelSelector } from '../meta/label-selector.ts'
import { invalidStruct, validateEach } from '../meta/validation.ts'
import { plainTable } from '../rules/table.ts'
import { unsetList } from '../rules/unset.ts'
import type { AggregationRule, ClusterRole } from './cluster-role.ts'
import { validatePolicyRules, validateVerbs } from './policy-rule.validate.ts'

/** What ClusterRoles do beyond their schema. */
export const clusterRoleRules: KindRules<ClusterRole> = {
  defaults: (role) => {
    role.rules ??= unsetList
  },
  prepareForCreate: forgetEmptyRules,
  prepareForUpdate: forgetEmptyRules,
  validate: ({ rules, aggregationRule }) => [
    ...validatePolicyRules(rules ?? [], { isNamespaced: false }),
    ...(aggregationRule ? validateAggregation(aggregationRule) : []),
    ...validateVerbs(rules ?? []),
  ],
  cells: plainTable.cells,
}

function validateAggregation({ clusterRoleSelectors = [] }: AggregationRule): FieldError[] {
  const path = 'aggregationRule.clusterRoleSelectors'
  if (clusterRoleSelectors.length === 0) {
    return [fieldError.required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
  }
  return validateEach(clusterRoleSelectors, path, (selector, at) => {
    const errors = validateLabelSelector(selector, at)
    return errors.length === 0
      ? []
      : [...errors, invalidStruct(at, printedSelector(selector), 'invalid label selector.')]
  })
}

/** Whoever writes an empty list owns it; it is kept as none. */
function forgetEmptyRules(role: ClusterRole): void {
  if (role.rules?.length === 0) role.rules = unsetList
}
