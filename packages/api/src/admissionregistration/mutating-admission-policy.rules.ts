import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { validateEach, validateOneOf } from '../meta/validation.ts'
import type { MutatingAdmissionPolicy, Mutation } from './mutating-admission-policy.ts'
import { composePolicy, defaultPolicy, validatePolicy } from './policy.ts'
import { policyTable } from './policy-table.ts'
import { REINVOCATION_POLICIES } from './webhook.ts'

/** What is deleted cannot be changed any more. */
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE']

/** What `kubectl get mutatingadmissionpolicies` shows. */
export const mutatingAdmissionPolicyTable = policyTable<MutatingAdmissionPolicy>({
  name: 'Mutations',
  description: 'How many changes it makes.',
  cell: ({ spec }) => spec.mutations?.length ?? 0,
})

/** What MutatingAdmissionPolicies do beyond their schema. */
export const mutatingAdmissionPolicyRules: KindRules<MutatingAdmissionPolicy> = {
  defaults: ({ spec }) => defaultPolicy(spec),
  validate: ({ spec }) => [
    ...validatePolicy(spec, composePolicy(spec)),
    ...(spec.matchConstraints?.resourceRules ?? []).flatMap(({ operations = [] }) =>
      operations.flatMap((operation) =>
        validateOneOf(operation, 'spec.matchConstraints.resourceRules.operations', OPERATIONS),
      ),
    ),
    ...(spec.mutations?.length
      ? validateEach(spec.mutations, 'spec.mutations', validateMutation)
      : [fieldError.required('spec.mutations', 'mutations must contain at least one item')]),
    ...(spec.reinvocationPolicy
      ? validateOneOf(spec.reinvocationPolicy, 'spec.reinvocationPolicy', REINVOCATION_POLICIES)
      : [fieldError.required('spec.reinvocationPolicy')]),
  ],
  cells: mutatingAdmissionPolicyTable.cells,
}

function validateMutation(mutation: Mutation, path: string): FieldError[] {
  switch (mutation.patchType) {
    case '':
      return [fieldError.required(`${path}.patchType`)]
    case 'JSONPatch':
      return validatePatch(mutation, 'jsonPatch', 'applyConfiguration', path)
    case 'ApplyConfiguration':
      return validatePatch(mutation, 'applyConfiguration', 'jsonPatch', path)
    default:
      return [fieldError.notSupported(`${path}.patchType`, mutation.patchType, ['ApplyConfiguration', 'JSONPatch'])]
  }
}

type Patch = 'jsonPatch' | 'applyConfiguration'

/** The patch that belongs to the type is there, and the other is not. */
function validatePatch(mutation: Mutation, wanted: Patch, other: Patch, path: string): FieldError[] {
  const when = `when patchType is ${mutation.patchType}`
  const expression = mutation[wanted]?.expression
  return [
    ...(mutation[wanted] === undefined ? [fieldError.required(`${path}.${wanted}`, `must be specified ${when}`)] : []),
    ...(mutation[wanted] !== undefined && !expression?.trim()
      ? [fieldError.required(`${path}.${wanted}.expression`)]
      : []),
    ...(mutation[other] === undefined
      ? []
      : [fieldError.invalid(`${path}.${other}`, `{${other}}`, `must not be specified ${when}`)]),
  ]
}
