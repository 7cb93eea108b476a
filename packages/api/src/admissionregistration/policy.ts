/** What validating and mutating admission policies have in common. */
import { admissionVariables, type Composition, composeVariables, type FieldError, fieldError } from '@skep/schema'
import { checkDns1035Label, checkDnsSubdomain } from '../meta/names.ts'
import { validateEach, validateOneOf } from '../meta/validation.ts'
import { isCelIdentifier } from './expressions.ts'
import { defaultMatchResources } from './match.rules.ts'
import type { MatchCondition, MatchResources } from './match.ts'
import { validateMatchResources } from './match.validate.ts'
import { validateMatchConditions } from './match-conditions.validate.ts'
import type { ParamKind, Variable } from './params.ts'
import { FAILURE_POLICIES } from './webhook.ts'

/** The parts that both kinds of policies have. */
interface PolicySpec {
  failurePolicy?: string
  paramKind?: ParamKind
  matchConstraints?: MatchResources
  matchConditions?: MatchCondition[]
  variables?: Variable[]
}

/** In place: fills in what a policy leaves open. */
export function defaultPolicy(spec: PolicySpec): void {
  spec.failurePolicy ??= 'Fail'
  if (spec.matchConstraints) defaultMatchResources(spec.matchConstraints)
}

/** The variables of a policy, compiled so that its other expressions can use them. */
export const composePolicy = ({ variables = [], paramKind }: PolicySpec): Composition =>
  composeVariables(variables, admissionVariables({ params: paramKind !== undefined, authorizer: true }))

/** Everything wrong with when a policy applies and with its variables. */
export const validatePolicy = (spec: PolicySpec, composition: Composition): FieldError[] => [
  ...validateOneOf(spec.failurePolicy, 'spec.failurePolicy', FAILURE_POLICIES),
  ...(spec.paramKind ? validateParamKind(spec.paramKind, 'spec.paramKind') : []),
  ...validateConstraints(spec.matchConstraints, 'spec.matchConstraints'),
  ...validateMatchConditions(
    spec.matchConditions ?? [],
    { hasParams: spec.paramKind !== undefined },
    'spec.matchConditions',
  ),
  ...validateEach(spec.variables, 'spec.variables', (variable, path, index) =>
    validateVariable(variable, composition.compiled[index]?.expression, path),
  ),
]

const validateConstraints = (match: MatchResources | undefined, path: string): FieldError[] =>
  match === undefined
    ? [fieldError.required(path)]
    : [
        ...validateMatchResources(match, path),
        ...(match.resourceRules?.length ? [] : [fieldError.required(`${path}.resourceRules`)]),
      ]

function validateVariable(
  { name, expression }: Variable,
  compiled: Composition['compiled'][number]['expression'] | undefined,
  path: string,
): FieldError[] {
  const errors: FieldError[] = []
  if (name.trim() === '') errors.push(fieldError.required(`${path}.name`, 'name is not specified'))
  else if (!isCelIdentifier(name)) {
    errors.push(fieldError.invalid(`${path}.name`, name, 'must be a valid CEL identifier'))
  }
  const at = `${path}.expression`
  if (expression.trim() === '') errors.push(fieldError.required(at, 'expression is not specified'))
  else if (compiled && 'error' in compiled) errors.push(fieldError.invalid(at, expression, compiled.error))
  return errors
}

const validateParamKind = ({ apiVersion = '', kind = '' }: ParamKind, path: string): FieldError[] => [
  ...(apiVersion === ''
    ? [fieldError.required(`${path}.apiVersion`)]
    : validateGroupVersion(apiVersion, `${path}.apiVersion`)),
  ...(kind === '' ? [fieldError.required(`${path}.kind`)] : validateKindName(kind, `${path}.kind`)),
]

function validateGroupVersion(apiVersion: string, path: string): FieldError[] {
  const parts = apiVersion.split('/')
  if (parts.length > 2) return [fieldError.invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? (parts[0] ?? '') : ''
  const joined = (value: string, complaints: readonly string[]) =>
    complaints.length === 0 ? [] : [fieldError.invalid(path, value, complaints.join(','))]
  return [
    ...(group === '' ? [] : joined(group, checkDnsSubdomain(group))),
    ...(version === ''
      ? [fieldError.invalid(path, apiVersion, 'version must be specified')]
      : joined(version, checkDns1035Label(version))),
  ]
}

function validateKindName(kind: string, path: string): FieldError[] {
  const complaints = checkDns1035Label(kind.toLowerCase())
  const detail = `may have mixed case, but should otherwise match: ${complaints.join(',')}`
  return complaints.length === 0 ? [] : [fieldError.invalid(path, kind, detail)]
}
