import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { validateEach, validateOneOf, validateRequired } from '../meta/validation.ts'
import { defaultMatchResources } from './match.rules.ts'
import { validatePolicyBinding } from './policy-binding.ts'
import { policyBindingTable } from './policy-table.ts'
import type { ValidatingAdmissionPolicyBinding } from './validating-admission-policy-binding.ts'

/** What ValidatingAdmissionPolicyBindings do beyond their schema. */
export const validatingAdmissionPolicyBindingRules: KindRules<ValidatingAdmissionPolicyBinding> = {
  defaults: ({ spec }) => {
    if (spec.matchResources) defaultMatchResources(spec.matchResources)
  },
  validate: ({ spec }) => [
    ...validatePolicyBinding(spec),
    ...validateActions(spec.validationActions ?? [], 'spec.validationActions'),
    ...validateRequired(spec.policyName, 'spec.policyName'),
    ...(spec.validationActions?.length ? [] : [fieldError.required('spec.validationActions')]),
  ],
  cells: policyBindingTable.cells,
}

const DENY_AND_WARN =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'

const validateActions = (actions: readonly string[], path: string): FieldError[] => [
  ...validateEach(actions, path, (action, at, index) => [
    ...validateOneOf(action, at, ['Audit', 'Deny', 'Warn']),
    ...(actions.indexOf(action) < index ? [fieldError.duplicate(at, action)] : []),
  ]),
  ...(actions.includes('Deny') && actions.includes('Warn') ? [fieldError.invalid(path, actions, DENY_AND_WARN)] : []),
]
