import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsLabel, checkDnsSubdomain } from '../meta/names.ts'
import { invalid, validateEach, validateRequired } from '../meta/validation.ts'
import type {
  FlowSchemaSpec,
  FlowSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from './flow-schema.ts'

const MAX_PRECEDENCE = 10_000
const METHODS = ['ByNamespace', 'ByUser']
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

/** Everything wrong with which requests a schema is for, and where they go. */
export const validateFlowSchemaSpec = (spec: FlowSchemaSpec, name: string): FieldError[] => [
  ...validatePrecedence(spec.matchingPrecedence ?? 0, name, 'spec.matchingPrecedence'),
  ...(spec.distinguisherMethod && !METHODS.includes(spec.distinguisherMethod.type)
    ? [fieldError.notSupported('spec.distinguisherMethod.type', spec.distinguisherMethod, METHODS)]
    : []),
  ...validateLevelName(spec.priorityLevelConfiguration.name, 'spec.priorityLevelConfiguration.name'),
  ...validateEach(spec.rules, 'spec.rules', validateRules),
]

function validatePrecedence(precedence: number, name: string, path: string): FieldError[] {
  const complaint =
    (precedence <= 0 && 'must be a positive value') ||
    (precedence > MAX_PRECEDENCE && `must not be greater than ${MAX_PRECEDENCE}`) ||
    (precedence === 1 && name !== 'exempt' && "only the schema named 'exempt' may have matchingPrecedence 1")
  return complaint ? [fieldError.invalid(path, precedence, complaint)] : []
}

const validateLevelName = (name: string, path: string): FieldError[] =>
  name === ''
    ? [fieldError.required(path, 'must reference a priority level')]
    : invalid(path, name, checkDnsSubdomain(name))

function validateRules(rules: PolicyRulesWithSubjects, path: string): FieldError[] {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rules
  const nothing = 'at least one of resourceRules and nonResourceRules has to be non-empty'
  return [
    ...(subjects.length === 0
      ? [fieldError.required(`${path}.subjects`, 'subjects must contain at least one value')]
      : validateEach(subjects, `${path}.subjects`, validateSubject)),
    ...(resourceRules.length + nonResourceRules.length === 0 ? [fieldError.required(path, nothing)] : []),
    ...validateEach(resourceRules, `${path}.resourceRules`, validateResourceRule),
    ...validateEach(nonResourceRules, `${path}.nonResourceRules`, validatePathRule),
  ]
}

const SUBJECT_FIELDS = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const
const isSubjectKind = (kind: string): kind is keyof typeof SUBJECT_FIELDS => kind in SUBJECT_FIELDS

/** The field that fits the kind is there, and no other. */
function validateSubject(subject: FlowSubject, path: string): FieldError[] {
  const { kind } = subject
  if (!isSubjectKind(kind)) {
    return [fieldError.notSupported(`${path}.kind`, kind, ['Group', 'ServiceAccount', 'User'])]
  }
  const wanted = SUBJECT_FIELDS[kind]
  const others = Object.entries(SUBJECT_FIELDS).filter(([, field]) => field !== wanted && subject[field] !== undefined)
  return [
    ...(subject[wanted] === undefined
      ? [fieldError.required(`${path}.${wanted}`, `${wanted} is required when subject kind is '${kind}'`)]
      : validateSubjectName(subject, wanted, `${path}.${wanted}`)),
    ...others.map(([other, field]) =>
      fieldError.forbidden(`${path}.${field}`, `${field} is forbidden when subject kind is not '${other}'`),
    ),
  ]
}

function validateSubjectName(
  subject: FlowSubject,
  field: 'serviceAccount' | 'user' | 'group',
  path: string,
): FieldError[] {
  const name = subject[field]?.name ?? ''
  if (field !== 'serviceAccount') return validateRequired(name, `${path}.name`)
  const namespace = subject.serviceAccount?.namespace ?? ''
  return [
    ...validateRequired(name, `${path}.name`),
    ...(name && name !== '*' ? invalid(`${path}.name`, name, checkDnsSubdomain(name)) : []),
    ...(namespace
      ? invalid(`${path}.namespace`, namespace, checkDnsLabel(namespace))
      : [fieldError.required(`${path}.namespace`, 'must specify namespace for service account')]),
  ]
}

/** A list with something in it, in which a star stands alone. */
function validateStars(values: readonly string[], path: string, missing: string, others: string): FieldError[] {
  if (values.length === 0) return [fieldError.required(path, missing)]
  return values.length > 1 && values.includes('*')
    ? [fieldError.invalid(path, values, `if '*' is present, must not specify other ${others}`)]
    : []
}

function validateVerbs(verbs: readonly string[], path: string): FieldError[] {
  const errors = validateStars(verbs, path, 'verbs must contain at least one value', 'verbs')
  if (errors.length > 0 || verbs.includes('*') || verbs.every((verb) => VERBS.includes(verb))) return errors
  return [fieldError.notSupported(path, verbs, VERBS)]
}

const validateResourceRule = (rule: ResourcePolicyRule, path: string): FieldError[] => [
  ...validateVerbs(rule.verbs ?? [], `${path}.verbs`),
  ...validateStars(
    rule.apiGroups ?? [],
    `${path}.apiGroups`,
    'resource rules must supply at least one api group',
    'api groups',
  ),
  ...validateStars(
    rule.resources ?? [],
    `${path}.resources`,
    'resource rules must supply at least one resource',
    'resources',
  ),
  ...validateNamespaces(rule.namespaces ?? [], rule.clusterScope ?? false, `${path}.namespaces`),
]

function validateNamespaces(namespaces: readonly string[], isClusterWide: boolean, path: string): FieldError[] {
  if (namespaces.length === 0 && isClusterWide) return []
  const missing = 'resource rules that are not cluster scoped must supply at least one namespace'
  const errors = validateStars(namespaces, path, missing, 'namespaces')
  if (errors.length > 0 || namespaces.includes('*')) return errors
  return validateEach(namespaces, path, (namespace, at) =>
    checkDnsLabel(namespace).map((text) =>
      fieldError.invalid(at, namespace, `each member of this list must be '*' or a DNS-1123 label; ${text}`),
    ),
  )
}

function validatePathRule({ verbs = [], nonResourceURLs = [] }: NonResourcePolicyRule, path: string): FieldError[] {
  const at = `${path}.nonResourceURLs`
  const ofList = validateStars(
    nonResourceURLs,
    at,
    'nonResourceURLs must contain at least one value',
    'non-resource URLs',
  )
  return [
    ...validateVerbs(verbs, `${path}.verbs`),
    ...ofList,
    ...(nonResourceURLs.includes('*') ? [] : validateEach(nonResourceURLs, at, validateUrlPath)),
  ]
}

function validateUrlPath(url: string, path: string): FieldError[] {
  const complaint =
    (url === '' && 'must not be empty') ||
    (!url.startsWith('/') && 'must start with slash') ||
    (url.includes(' ') && 'must not contain white-space') ||
    (url.includes('//') && 'must not contain double slash') ||
    (url.includes('*') &&
      (url.indexOf('*') !== url.length - 1 || !url.endsWith('/*')) &&
      'wildcard can only do suffix matching')
  return complaint ? [fieldError.invalid(path, url, complaint)] : []
}
