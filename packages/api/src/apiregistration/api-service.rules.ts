import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkDns1035Label, checkDnsSubdomain, checkPortNumber } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validateRequired } from '../meta/validation.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { APIService, APIServiceReference, APIServiceSpec, APIServiceStatus } from './api-service.ts'

const MAX_GROUP_PRIORITY = 20_000
const MAX_VERSION_PRIORITY = 1000

/** What `kubectl get apiservices` shows. */
export const apiServiceTable = defineTable<APIService>(
  nameColumn,
  {
    name: 'Service',
    description: 'Service in front of the server.',
    cell: ({ spec: { service } }) => (service ? `${service.namespace}/${service.name}` : 'Local'),
  },
  { name: 'Available', description: 'Whether it can be used.', cell: ({ status }) => formatAvailability(status ?? {}) },
  ageColumn,
)

function formatAvailability({ conditions = [] }: APIServiceStatus): string {
  const condition = conditions.find(({ type }) => type === 'Available')
  if (condition === undefined) return 'Unknown'
  return condition.status === 'True' || !condition.reason
    ? (condition.status ?? '')
    : `${condition.status} (${condition.reason})`
}

/** What APIServices do beyond their schema. */
export const apiServiceRules: KindRules<APIService> = {
  defaults: ({ spec }) => {
    if (spec.service) spec.service.port ??= 443
  },
  prepareForCreate: (service) => {
    service.status = service.spec.service ? {} : { conditions: [locallyAvailable(service)] }
  },
  validate: ({ metadata, spec }) => [...validateName(metadata.name ?? '', spec), ...validateSpec(spec)],
  validateUpdate: ({ status }, _stored, { subresource }) =>
    subresource === 'status'
      ? validateEach(status?.conditions, 'status.conditions', (condition, path) =>
          validateOneOf(condition.status, `${path}.status`, ['True', 'False', 'Unknown']),
        )
      : [],
  cells: apiServiceTable.cells,
}

/** What is served here is available as soon as it is known. */
const locallyAvailable = ({ metadata }: APIService) => ({
  type: 'Available',
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
  ...(metadata.creationTimestamp ? { lastTransitionTime: metadata.creationTimestamp } : {}),
})

function validateName(name: string, { version = '', group = '' }: APIServiceSpec): FieldError[] {
  const expected = `${version}.${group}`
  return name === expected
    ? []
    : [fieldError.invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: "${expected}"`)]
}

function validateSpec(spec: APIServiceSpec): FieldError[] {
  const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0 } = spec
  return [
    ...(group === '' && version !== 'v1'
      ? [fieldError.required('spec.group', 'only v1 may have an empty group and it better be legacy kube')]
      : []),
    ...(group ? invalid('spec.group', group, checkDnsSubdomain(group)) : []),
    ...invalid('spec.version', version, checkDns1035Label(version)),
    ...validatePriority(groupPriorityMinimum, MAX_GROUP_PRIORITY, 'spec.groupPriorityMinimum'),
    ...validatePriority(versionPriority, MAX_VERSION_PRIORITY, 'spec.versionPriority'),
    ...(spec.service ? validateRemote(spec, spec.service) : validateLocal(spec)),
  ]
}

const validatePriority = (priority: number, max: number, path: string): FieldError[] =>
  priority <= 0 || priority > max ? [fieldError.invalid(path, priority, `must be positive and less than ${max}`)] : []

const validateLocal = ({ caBundle = '', insecureSkipTLSVerify }: APIServiceSpec): FieldError[] => [
  ...(caBundle
    ? [
        fieldError.invalid(
          'spec.caBundle',
          `${Buffer.from(caBundle, 'base64').length} bytes`,
          'local APIServices may not have a caBundle',
        ),
      ]
    : []),
  ...(insecureSkipTLSVerify
    ? [fieldError.invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')]
    : []),
]

function validateRemote(
  { caBundle, insecureSkipTLSVerify }: APIServiceSpec,
  service: APIServiceReference,
): FieldError[] {
  const ofPort = checkPortNumber(service.port ?? 0)
  return [
    ...validateRequired(service.namespace, 'spec.service.namespace'),
    ...validateRequired(service.name, 'spec.service.name'),
    ...(ofPort.length > 0
      ? [fieldError.invalid('spec.service.port', service.port ?? 0, `port is not valid: ${ofPort.join(', ')}`)]
      : []),
    ...(insecureSkipTLSVerify && caBundle
      ? [fieldError.invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')]
      : []),
  ]
}
