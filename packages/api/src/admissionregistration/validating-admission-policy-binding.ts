import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { MatchResources } from './match.ts'
import { ParamRef } from './params.ts'
import { policyBindingTable } from './policy-table.ts'
import { validatingAdmissionPolicyBindingRules } from './validating-admission-policy-binding.rules.ts'

export const ValidatingAdmissionPolicyBindingSpec = s.object(
  {
    matchResources: s.optional(
      s.with(MatchResources, { description: 'Narrows the requests down further than the policy does.' }),
    ),
    paramRef: s.optional(s.with(ParamRef, { description: 'Objects that hold the parameters.' })),
    policyName: s.string({ description: 'Name of the ValidatingAdmissionPolicy.' }),
    validationActions: s.array(s.string(), {
      description: 'What a failed validation leads to: Deny, Warn, Audit; Deny and Warn exclude each other.',
      listType: 'set',
    }),
  },
  {
    description: 'Where a policy applies, with which parameters, and to what effect.',
    component: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec',
  },
)
export type ValidatingAdmissionPolicyBindingSpec = TypeOf<typeof ValidatingAdmissionPolicyBindingSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(ValidatingAdmissionPolicyBindingSpec, {
      description: 'Where the policy applies, and to what effect.',
      default: {},
    }),
  },
  {
    description: 'Puts a ValidatingAdmissionPolicy to work.',
    component: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding',
  },
)

export const ValidatingAdmissionPolicyBinding = defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  scope: 'Cluster',
  categories: ['api-extensions'],
  schema,
  columns: policyBindingTable.columns,
  rules: validatingAdmissionPolicyBindingRules,
})
export type ValidatingAdmissionPolicyBinding = TypeOf<typeof schema>
