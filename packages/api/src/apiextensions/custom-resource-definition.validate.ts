import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsSubdomain } from '../meta/names.ts'
import { invalidStruct, validateEach, validateOneOf } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { validateApproval } from './approval.validate.ts'
import { validateConversion } from './conversion.validate.ts'
import type { CustomResourceDefinition, CustomResourceDefinitionSpec } from './custom-resource-definition.ts'
import { type DefinitionLayout, layOut, schemaOf, type VersionLayout } from './layout.ts'
import { validateLabel, validateNames, validateWantedNames } from './names.validate.ts'
import type { CustomResourceDefinitionVersion } from './version.ts'
import {
  validateColumn,
  validateDeprecation,
  validateScale,
  validateSchema,
  validateSelectableFields,
} from './version.validate.ts'

/** Everything wrong with a definition. */
export const validateDefinition = (definition: CustomResourceDefinition): FieldError[] => [
  ...validateName(definition),
  ...validateSpec(definition.spec),
  ...validateStoredVersions(definition),
  ...validateApproval(definition),
  ...(definition.spec.preserveUnknownFields
    ? [
        fieldError.invalid(
          'spec.preserveUnknownFields',
          true,
          'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
        ),
      ]
    : []),
]

/** Once names are accepted, what the name is made of cannot change any more, and that is what is reported. */
function validateName({ metadata, spec, status }: CustomResourceDefinition): FieldError[] {
  const isAccepted = Boolean(status?.acceptedNames?.plural)
  if (isAccepted || metadata.name === `${spec.names.plural}.${spec.group}`) return []
  return [fieldError.invalid('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group')]
}

function validateSpec(spec: CustomResourceDefinitionSpec): FieldError[] {
  const layout = layOut(spec)
  return [
    ...validateGroup(spec.group, 'spec.group'),
    ...(spec.scope
      ? validateOneOf(spec.scope, 'spec.scope', ['Cluster', 'Namespaced'])
      : [fieldError.required('spec.scope')]),
    ...validateSchemasGiven(layout),
    ...layout.versions.flatMap((version) => validateVersion(version, layout)),
    ...validateVersionSet(spec.versions ?? [], layout),
    ...validateWantedNames(spec.names),
    ...validateCommonParts(layout),
    ...(spec.conversion ? validateConversion(spec.conversion) : []),
  ]
}

function validateGroup(group: string, path: string): FieldError[] {
  if (group === '') return [fieldError.required(path)]
  const complaints = checkDnsSubdomain(group)
  if (complaints.length > 0) return [fieldError.invalid(path, group, complaints.join(','))]
  return group.includes('.') ? [] : [fieldError.invalid(path, group, 'should be a domain with at least one dot')]
}

const validateSchemasGiven = ({ versions }: DefinitionLayout): FieldError[] =>
  versions
    .filter(({ version }) => schemaOf(version) === undefined)
    .map(({ path }) => fieldError.required(`${path}.schema.openAPIV3Schema`))

/** What is wrong with a version, but for the parts that it has in common with all others. */
const validateVersion = ({ version, path }: VersionLayout, layout: DefinitionLayout): FieldError[] => [
  ...validateLabel(version.name, `${path}.name`),
  ...validateDeprecation(version, path),
  ...(layout.common('schema') ? [] : validateSchemaPart(version, `${path}.schema`)),
  ...(layout.common('subresources') ? [] : validateScalePart(version, path)),
  ...(layout.common('additionalPrinterColumns') ? [] : validateColumnsPart(version, path)),
  ...(layout.common('selectableFields') ? [] : validateSelectablePart(version, path)),
]

/** What is wrong with the parts that all versions have in common. */
function validateCommonParts(layout: DefinitionLayout): FieldError[] {
  const schema = layout.common('schema')
  const subresources = layout.common('subresources')
  const columns = layout.common('additionalPrinterColumns')
  const selectable = layout.common('selectableFields')
  return [
    ...(schema ? validateSchemaPart(schema, 'spec.validation') : []),
    ...(subresources ? validateScalePart(subresources, 'spec') : []),
    ...(columns ? validateColumnsPart(columns, 'spec') : []),
    ...(selectable ? validateSelectablePart(selectable, 'spec') : []),
  ]
}

function validateSchemaPart(version: CustomResourceDefinitionVersion, path: string): FieldError[] {
  const schema = schemaOf(version)
  const hasStatus = version.subresources?.status !== undefined
  return schema ? validateSchema(schema, hasStatus, `${path}.openAPIV3Schema`) : []
}

const validateScalePart = ({ subresources }: CustomResourceDefinitionVersion, path: string): FieldError[] =>
  subresources?.scale ? validateScale(subresources.scale, `${path}.subresources.scale`) : []

const validateColumnsPart = (
  { additionalPrinterColumns }: CustomResourceDefinitionVersion,
  path: string,
): FieldError[] => validateEach(additionalPrinterColumns, `${path}.additionalPrinterColumns`, validateColumn)

function validateSelectablePart(version: CustomResourceDefinitionVersion, path: string): FieldError[] {
  const schema = schemaOf(version)
  const fields = version.selectableFields ?? []
  return schema && fields.length > 0 ? validateSelectableFields(fields, schema, `${path}.selectableFields`) : []
}

function validateVersionSet(
  versions: readonly CustomResourceDefinitionVersion[],
  layout: DefinitionLayout,
): FieldError[] {
  const names = versions.map(({ name }) => name)
  const complain = (detail: string) =>
    invalidStruct(
      'spec.versions',
      versions.map((version) => printedVersion(version, layout)),
      detail,
    )
  return [
    ...(new Set(names).size < names.length ? [complain('must contain unique version names')] : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [complain('must have exactly one version marked as storage version')]),
    // The first version is also reported where an older version of the API had its only one.
    ...(names[0] === undefined ? [] : validateLabel(names[0], 'spec.version')),
  ]
}

/** A version as error messages quote it: by the names of Go's fields, without the parts that stand elsewhere. */
function printedVersion(version: CustomResourceDefinitionVersion, { common }: DefinitionLayout): object {
  const own = <T>(part: Parameters<typeof common>[0], value: T | undefined): T | null =>
    common(part) ? null : (value ?? null)
  return {
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: own('schema', version.schema),
    Subresources: own('subresources', version.subresources),
    AdditionalPrinterColumns: own('additionalPrinterColumns', version.additionalPrinterColumns),
    SelectableFields: own('selectableFields', version.selectableFields),
  }
}

/** Objects may still be stored in any version of this list, so all of them must go on being there. */
function validateStoredVersions({ spec, status }: CustomResourceDefinition): FieldError[] {
  const path = 'status.storedVersions'
  const stored = status?.storedVersions ?? []
  if (stored.length === 0) {
    return [fieldError.invalid(path, status?.storedVersions, 'must have at least one stored version')]
  }
  const versions = spec.versions ?? []
  const unrecorded = versions.filter(({ name, storage }) => storage && !stored.includes(name))
  return [
    ...unrecorded.map(({ name }) => fieldError.invalid(path, stored, `must have the storage version ${name}`)),
    ...validateEach(stored, path, (name, at) =>
      versions.some((version) => version.name === name) ? [] : [fieldError.invalid(at, name, missingVersion(name))],
    ),
  ]
}

const missingVersion = (name: string): string =>
  `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`

/** Everything wrong with changing a definition. */
export function validateDefinitionUpdate(
  { spec, status }: CustomResourceDefinition,
  stored: CustomResourceDefinition,
  subresource: string,
): FieldError[] {
  if (subresource === 'status') {
    return status?.acceptedNames ? validateNames(status.acceptedNames, 'status.acceptedNames') : []
  }
  return [
    ...(isEstablished(stored)
      ? [
          ...validateKept(spec.scope, stored.spec.scope, 'spec.scope'),
          ...validateKept(spec.names.kind, stored.spec.names.kind, 'spec.names.kind'),
        ]
      : []),
    ...validateKept(spec.group, stored.spec.group, 'spec.group'),
    ...validateKept(spec.names.plural, stored.spec.names.plural, 'spec.names.plural'),
  ]
}

/** Whether objects of the kind can be there. */
export const isEstablished = ({ status }: CustomResourceDefinition): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === 'Established' && condition.status === 'True')
