import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { MatchResources } from './match.ts'
import { mutatingAdmissionPolicyBindingRules } from './mutating-admission-policy-binding.rules.ts'
import { ParamRef } from './params.ts'
import { policyBindingTable } from './policy-table.ts'

export const MutatingAdmissionPolicyBindingSpec = s.object(
  {
    matchResources: s.optional(
      s.with(MatchResources, { description: 'Narrows the requests down further than the policy does.' }),
    ),
    paramRef: s.optional(s.with(ParamRef, { description: 'Objects that hold the parameters.' })),
    policyName: s.optional(s.string({ description: 'Name of the MutatingAdmissionPolicy.' })),
  },
  {
    description: 'Where a policy applies, and with which parameters.',
    component: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec',
  },
)
export type MutatingAdmissionPolicyBindingSpec = TypeOf<typeof MutatingAdmissionPolicyBindingSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(
      s.with(MutatingAdmissionPolicyBindingSpec, {
        description: 'Where the policy applies, and with which parameters.',
        default: {},
      }),
    ),
  },
  {
    description: 'Puts a MutatingAdmissionPolicy to work.',
    component: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding',
  },
)

export const MutatingAdmissionPolicyBinding = defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  scope: 'Cluster',
  categories: ['api-extensions'],
  schema,
  columns: policyBindingTable.columns,
  rules: mutatingAdmissionPolicyBindingRules,
})
export type MutatingAdmissionPolicyBinding = TypeOf<typeof schema>
