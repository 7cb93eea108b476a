/** What the bindings of validating and mutating admission policies have in common. */
import { type FieldError, fieldError } from '@skep/schema'
import { validateLabelSelector } from '../meta/label-selector.ts'
import { checkDnsSubdomain, checkPathSegment } from '../meta/names.ts'
import { invalid, validateOneOf } from '../meta/validation.ts'
import type { MatchResources } from './match.ts'
import { validateMatchResources } from './match.validate.ts'
import type { ParamRef } from './params.ts'

/** The parts that both kinds of bindings have. */
interface PolicyBindingSpec {
  policyName?: string
  paramRef?: ParamRef
  matchResources?: MatchResources
}

/** Everything wrong with where a policy applies; a missing name is reported by the kind. */
export const validatePolicyBinding = ({ policyName, paramRef, matchResources }: PolicyBindingSpec): FieldError[] => [
  ...(policyName ? invalid('spec.policyName', policyName, checkDnsSubdomain(policyName)) : []),
  ...(paramRef ? validateParamRef(paramRef, 'spec.paramRef') : []),
  ...validateMatchResources(matchResources, 'spec.matchResources'),
]

const EXCLUSIVE = 'name and selector are mutually exclusive'

function validateParamRef({ name, selector, parameterNotFoundAction }: ParamRef, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (name) errors.push(...invalid(`${path}.name`, name, checkPathSegment(name)))
  if (name && selector) errors.push(fieldError.forbidden(`${path}.name`, EXCLUSIVE))
  errors.push(...validateLabelSelector(selector, `${path}.selector`))
  if (name && selector) errors.push(fieldError.forbidden(`${path}.selector`, EXCLUSIVE))
  if (!name && !selector) errors.push(fieldError.required(path, 'one of name or selector must be specified'))
  const at = `${path}.parameterNotFoundAction`
  return [
    ...errors,
    ...(parameterNotFoundAction
      ? validateOneOf(parameterNotFoundAction, at, ['Deny', 'Allow'])
      : [fieldError.required(at)]),
  ]
}
