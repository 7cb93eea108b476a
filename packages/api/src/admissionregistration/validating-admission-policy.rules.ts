import type { KindRules } from '@skep/schema'
import { defaultPolicy } from './policy.ts'
import { policyTable } from './policy-table.ts'
import type { ValidatingAdmissionPolicy } from './validating-admission-policy.ts'
import { validateValidatingPolicy } from './validating-admission-policy.validate.ts'

/** What `kubectl get validatingadmissionpolicies` shows. */
export const validatingAdmissionPolicyTable = policyTable<ValidatingAdmissionPolicy>({
  name: 'Validations',
  description: 'How many conditions requests must meet.',
  cell: ({ spec }) => spec.validations?.length ?? 0,
})

/** What ValidatingAdmissionPolicies do beyond their schema. */
export const validatingAdmissionPolicyRules: KindRules<ValidatingAdmissionPolicy> = {
  defaults: ({ spec }) => defaultPolicy(spec),
  prepareForCreate: (policy) => {
    policy.status = {}
  },
  validate: validateValidatingPolicy,
  cells: validatingAdmissionPolicyTable.cells,
}
