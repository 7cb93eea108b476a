import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { Condition } from '../meta/types.ts'
import { Variable } from './params.ts'
import { policyFields } from './policy-fields.ts'
import { validatingAdmissionPolicyRules, validatingAdmissionPolicyTable } from './validating-admission-policy.rules.ts'

export const AuditAnnotation = s.object(
  {
    key: s.string({
      description: 'Key of the annotation, a qualified name without a prefix; unique in its list.',
      default: '',
    }),
    valueExpression: s.string({
      description: 'CEL expression for the value, of type string or null; null leaves it out.',
      default: '',
    }),
  },
  {
    description: 'An annotation for the audit event of a request.',
    component: 'io.k8s.api.admissionregistration.v1.AuditAnnotation',
  },
)
export type AuditAnnotation = TypeOf<typeof AuditAnnotation>

export const ExpressionWarning = s.object(
  {
    fieldRef: s.string({ description: 'Path of the expression, such as spec.validations[0].expression.', default: '' }),
    warning: s.string({ description: 'What looks wrong, for which kinds.', default: '' }),
  },
  {
    description: 'A likely mistake in an expression.',
    component: 'io.k8s.api.admissionregistration.v1.ExpressionWarning',
  },
)
export type ExpressionWarning = TypeOf<typeof ExpressionWarning>

export const TypeChecking = s.object(
  {
    expressionWarnings: s.optional(s.array(ExpressionWarning, { description: 'Likely mistakes.', listType: 'atomic' })),
  },
  {
    description: 'What checking the expressions against the matched kinds found.',
    component: 'io.k8s.api.admissionregistration.v1.TypeChecking',
  },
)
export type TypeChecking = TypeOf<typeof TypeChecking>

export const Validation = s.object(
  {
    expression: s.string({
      description:
        'CEL expression that must be true; on object, oldObject, request, params, namespaceObject, variables and authorizer.',
      default: '',
    }),
    message: s.optional(
      s.string({ description: 'What to say when it is not. One line; needed when the expression has several.' }),
    ),
    messageExpression: s.optional(
      s.string({
        description: 'CEL expression of type string that makes the message; goes before message when it succeeds.',
      }),
    ),
    reason: s.optional(
      s.string({
        description: 'Reason in the answer: Unauthorized, Forbidden, Invalid (the default) or RequestEntityTooLarge.',
      }),
    ),
  },
  { description: 'A condition that a request must meet.', component: 'io.k8s.api.admissionregistration.v1.Validation' },
)
export type Validation = TypeOf<typeof Validation>

export const ValidatingAdmissionPolicySpec = s.object(
  {
    auditAnnotations: s.optional(
      s.array(AuditAnnotation, {
        description: 'Annotations for the audit event; needed when there are no validations.',
        listType: 'atomic',
      }),
    ),
    ...policyFields,
    validations: s.optional(
      s.array(Validation, {
        description: 'Conditions that requests must meet; needed when there are no audit annotations.',
        listType: 'atomic',
      }),
    ),
    variables: s.optional(
      s.array(Variable, {
        description: 'Named CEL expressions for use in the others as variables.NAME.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
  },
  {
    description: 'Which requests to check, and how.',
    component: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec',
  },
)
export type ValidatingAdmissionPolicySpec = TypeOf<typeof ValidatingAdmissionPolicySpec>

export const ValidatingAdmissionPolicyStatus = s.object(
  {
    conditions: s.optional(
      s.array(Condition, {
        description: 'Observations about the policy, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
      }),
    ),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
    typeChecking: s.optional(s.with(TypeChecking, { description: 'Likely mistakes in the expressions.' })),
  },
  {
    description: 'What the server found out about a policy.',
    component: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus',
  },
)
export type ValidatingAdmissionPolicyStatus = TypeOf<typeof ValidatingAdmissionPolicyStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(
      s.with(ValidatingAdmissionPolicySpec, { description: 'Which requests to check, and how.', default: {} }),
    ),
    status: s.optional(
      s.with(ValidatingAdmissionPolicyStatus, {
        description: 'What the server found out about the policy.',
        default: {},
      }),
    ),
  },
  {
    description: 'Accepts or refuses requests by CEL expressions.',
    component: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy',
  },
)

export const ValidatingAdmissionPolicy = defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  scope: 'Cluster',
  categories: ['api-extensions'],
  statusSubresource: true,
  schema,
  columns: validatingAdmissionPolicyTable.columns,
  rules: validatingAdmissionPolicyRules,
})
export type ValidatingAdmissionPolicy = TypeOf<typeof schema>
