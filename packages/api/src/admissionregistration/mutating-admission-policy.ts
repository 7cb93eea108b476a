import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { mutatingAdmissionPolicyRules, mutatingAdmissionPolicyTable } from './mutating-admission-policy.rules.ts'
import { Variable } from './params.ts'
import { policyFields } from './policy-fields.ts'

export const ApplyConfiguration = s.object(
  {
    expression: s.optional(s.string({ description: 'CEL expression that gives the fields to apply, as an Object{}.' })),
  },
  {
    description: 'A change made as if by server-side apply.',
    component: 'io.k8s.api.admissionregistration.v1.ApplyConfiguration',
  },
)
export type ApplyConfiguration = TypeOf<typeof ApplyConfiguration>

export const JSONPatch = s.object(
  {
    expression: s.optional(s.string({ description: 'CEL expression that gives a list of JSONPatch{} operations.' })),
  },
  { description: 'A change made by JSON patch.', component: 'io.k8s.api.admissionregistration.v1.JSONPatch' },
)
export type JSONPatch = TypeOf<typeof JSONPatch>

export const Mutation = s.object(
  {
    applyConfiguration: s.optional(
      s.with(ApplyConfiguration, { description: 'The change, when patchType is ApplyConfiguration.' }),
    ),
    jsonPatch: s.optional(s.with(JSONPatch, { description: 'The change, when patchType is JSONPatch.' })),
    patchType: s.string({ description: 'How the change is described: ApplyConfiguration or JSONPatch.', default: '' }),
  },
  { description: 'One change to an object.', component: 'io.k8s.api.admissionregistration.v1.Mutation' },
)
export type Mutation = TypeOf<typeof Mutation>

export const MutatingAdmissionPolicySpec = s.object(
  {
    ...policyFields,
    mutations: s.optional(s.array(Mutation, { description: 'Changes, made in order.', listType: 'atomic' })),
    reinvocationPolicy: s.optional(
      s.string({ description: 'Whether to run again after others changed the object: Never or IfNeeded.' }),
    ),
    variables: s.optional(
      s.array(Variable, {
        description: 'Named CEL expressions for use in the others as variables.NAME.',
        listType: 'atomic',
      }),
    ),
  },
  {
    description: 'Which requests to change, and how.',
    component: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec',
  },
)
export type MutatingAdmissionPolicySpec = TypeOf<typeof MutatingAdmissionPolicySpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(
      s.with(MutatingAdmissionPolicySpec, { description: 'Which requests to change, and how.', default: {} }),
    ),
  },
  {
    description: 'Changes objects on their way in, by CEL expressions.',
    component: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy',
  },
)

export const MutatingAdmissionPolicy = defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  scope: 'Cluster',
  categories: ['api-extensions'],
  schema,
  columns: mutatingAdmissionPolicyTable.columns,
  rules: mutatingAdmissionPolicyRules,
})
export type MutatingAdmissionPolicy = TypeOf<typeof schema>
