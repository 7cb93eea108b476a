import type {
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from '@skep/api'
import { type FieldError, fieldError, type ObjectMeta } from '@skep/schema'

/** What is wrong with a SubjectAccessReview. */
export const validateReview = ({ spec, metadata }: SubjectAccessReview): FieldError[] => [
  ...validateSpec(spec),
  ...validateMetadata(metadata, [], 'must be empty'),
]

/** What is wrong with a SelfSubjectAccessReview. */
export const validateSelfReview = ({ spec, metadata }: SelfSubjectAccessReview): FieldError[] => [
  ...validateAsked(spec),
  ...validateSelectors(spec.resourceAttributes),
  ...validateMetadata(metadata, [], 'must be empty'),
]

/** What is wrong with a LocalSubjectAccessReview. */
export function validateLocalReview({ spec, metadata }: LocalSubjectAccessReview): FieldError[] {
  const errors = [
    ...validateSpec(spec),
    ...validateMetadata(metadata, ['namespace'], 'must be empty except for namespace'),
  ]
  const { resourceAttributes: on, nonResourceAttributes: path } = spec
  const namespace = on?.namespace ?? ''
  if (on !== undefined && namespace !== (metadata.namespace ?? '')) {
    errors.push(fieldError.invalid('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace'))
  }
  if (path !== undefined) {
    errors.push(fieldError.invalid('spec.nonResourceAttributes', shown(path), 'disallowed on this kind of request'))
  }
  return errors
}

function validateSpec(spec: SubjectAccessReviewSpec): FieldError[] {
  const errors = validateAsked(spec)
  if (!spec.user && (spec.groups ?? []).length === 0) {
    errors.push(fieldError.invalid('spec.user', '', 'at least one of user or group must be specified'))
  }
  return [...errors, ...validateSelectors(spec.resourceAttributes)]
}

type Asked = Pick<SubjectAccessReviewSpec, 'resourceAttributes' | 'nonResourceAttributes'>

function validateAsked({ resourceAttributes: on, nonResourceAttributes: path }: Asked): FieldError[] {
  if ((on === undefined) !== (path === undefined)) return []
  const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  return [fieldError.invalid('spec', path === undefined ? undefined : shown(path), detail)]
}

/** The API server prints its internal form. */
const shown = ({ path = '', verb = '' }: NonResourceAttributes) => ({ Path: path, Verb: verb })

function validateMetadata(metadata: ObjectMeta, allowed: readonly string[], detail: string): FieldError[] {
  const ignored = ['managedFields', ...allowed]
  const set = Object.entries(metadata).some(([key, value]) => value !== undefined && !ignored.includes(key))
  return set ? [fieldError.invalid('metadata', metadata, detail)] : []
}

function validateSelectors(on: ResourceAttributes | undefined): FieldError[] {
  return [
    ...validateSelector('spec.resourceAttributes.fieldSelector', on?.fieldSelector),
    ...validateSelector('spec.resourceAttributes.labelSelector', on?.labelSelector),
  ]
}

type Selector = ResourceAttributes['fieldSelector'] | ResourceAttributes['labelSelector']

function validateSelector(field: string, selector: Selector): FieldError[] {
  if (selector === undefined) return []
  const { rawSelector = '', requirements = [] } = selector
  if (rawSelector !== '' && requirements.length > 0) {
    const detail = 'may not specified at the same time as requirements'
    return [fieldError.invalid(`${field}.rawSelector`, rawSelector, detail)]
  }
  if (rawSelector !== '' || requirements.length > 0) return []
  const detail = `when ${field} is specified, requirements or rawSelector is required`
  return [fieldError.required(`${field}.requirements`, detail)]
}
