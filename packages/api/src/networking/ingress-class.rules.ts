import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkDnsLabel, checkDnsSubdomain } from '../meta/names.ts'
import { invalid, validateRequired } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { validateDomainPrefixedPath } from '../rules/errors.ts'
import { validateOptionalSegment } from '../rules/references.ts'
import { ageColumn, defineTable } from '../rules/table.ts'
import type { IngressClass, IngressClassParametersReference, IngressClassSpec } from './ingress-class.ts'

const DEFAULT_ANNOTATION = 'ingressclass.kubernetes.io/is-default-class'
const MAX_CONTROLLER_BYTES = 250

/** What `kubectl get ingressclasses` shows. */
export const ingressClassTable = defineTable<IngressClass>(
  {
    name: 'Name',
    format: 'name',
    cell: ({ metadata }) =>
      metadata.annotations?.[DEFAULT_ANNOTATION] === 'true' ? `${metadata.name} (default)` : (metadata.name ?? ''),
  },
  {
    name: 'Controller',
    description: 'Controller that is responsible for handling this class',
    cell: ({ spec }) => spec.controller ?? '',
  },
  {
    name: 'Parameters',
    description: 'A reference to a resource with additional parameters',
    cell: ({ spec }) => formatParameters(spec.parameters),
  },
  ageColumn,
)

function formatParameters(parameters: IngressClassParametersReference | undefined): string {
  if (parameters === undefined) return '<none>'
  const { kind, apiGroup, name } = parameters
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`
}

/** What IngressClasses do beyond their schema. */
export const ingressClassRules: KindRules<IngressClass> = {
  defaults: ({ spec }) => {
    if (spec.parameters) spec.parameters.scope ??= 'Cluster'
  },
  validate: ({ spec }) => validateSpec(spec),
  validateUpdate: ({ spec }, stored) => validateKept(spec.controller, stored.spec.controller, 'spec.controller'),
  cells: ingressClassTable.cells,
}

const validateSpec = ({ controller = '', parameters }: IngressClassSpec): FieldError[] => [
  ...(Buffer.byteLength(controller) > MAX_CONTROLLER_BYTES
    ? [fieldError.tooLong('spec.controller', MAX_CONTROLLER_BYTES)]
    : []),
  ...validateDomainPrefixedPath(controller, 'spec.controller'),
  ...(parameters ? validateParameters(parameters, 'spec.parameters') : []),
]

const validateParameters = (parameters: IngressClassParametersReference, path: string): FieldError[] => [
  ...(parameters.apiGroup === undefined
    ? []
    : invalid(`${path}.apiGroup`, parameters.apiGroup, checkDnsSubdomain(parameters.apiGroup))),
  ...validateOptionalSegment(parameters.kind, `${path}.kind`),
  ...validateOptionalSegment(parameters.name, `${path}.name`),
  ...validateScope(parameters, path),
  ...validateRequired(parameters.kind, `${path}.kind`),
  ...validateRequired(parameters.name, `${path}.name`),
]

function validateScope({ scope = '', namespace }: IngressClassParametersReference, path: string): FieldError[] {
  switch (scope) {
    case 'Namespace':
      return namespace === undefined
        ? [fieldError.required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'")]
        : invalid(`${path}.namespace`, namespace, checkDnsLabel(namespace))
    case 'Cluster':
      return namespace === undefined
        ? []
        : [fieldError.forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")]
    default:
      return [fieldError.notSupported(`${path}.scope`, scope, ['Cluster', 'Namespace'])]
  }
}
