import type { KindRules } from '@skep/schema'
import { validateRequired } from '../meta/validation.ts'
import { defaultMatchResources } from './match.rules.ts'
import type { MutatingAdmissionPolicyBinding } from './mutating-admission-policy-binding.ts'
import { validatePolicyBinding } from './policy-binding.ts'
import { policyBindingTable } from './policy-table.ts'

/** What MutatingAdmissionPolicyBindings do beyond their schema. */
export const mutatingAdmissionPolicyBindingRules: KindRules<MutatingAdmissionPolicyBinding> = {
  defaults: ({ spec }) => {
    if (spec.matchResources) defaultMatchResources(spec.matchResources)
  },
  validate: ({ spec }) => [...validateRequired(spec.policyName, 'spec.policyName'), ...validatePolicyBinding(spec)],
  cells: policyBindingTable.cells,
}
