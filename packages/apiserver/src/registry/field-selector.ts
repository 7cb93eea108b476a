import type { ServedResource } from '../contracts.ts'
import { badRequest } from './errors.ts'

/** One condition of a field selector. */
export interface FieldRequirement {
  readonly field: string
  readonly value: string
  readonly negated: boolean
}

export type FieldSelector = readonly FieldRequirement[]

const METADATA_FIELDS = ['metadata.name', 'metadata.namespace']

/** What most lists select. */
const EVERYTHING: FieldSelector = []

/** Parses `metadata.name=a,status.phase!=Running`; throws BadRequest in the words of apimachinery's parser. */
export function parseFieldSelector(text: string): FieldSelector {
  if (text === '') return EVERYTHING
  const requirements: FieldRequirement[] = []
  for (const term of splitTerms(text)) {
    if (term === '') continue
    const match = /^((?:\\.|[^\\=!])*)(!=|==|=)(.*)$/s.exec(term)
    if (!match) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`)
    const value = withoutEscapes(match[3]!)
    if (match[1] === '' && value === '') continue
    requirements.push({ field: match[1]!, value, negated: match[2] === '!=' })
  }
  return requirements
}

/** Splits at commas that no backslash protects. */
const splitTerms = (text: string): string[] => text.match(/(?:\\.|[^\\,])+/gs) ?? []

function withoutEscapes(value: string): string {
  const bare = /(?:^|[^\\])(?:\\\\)*([=,])/.exec(value)
  if (bare) throw badRequest(`invalid field selector: unescaped character in value: ${bare[1]!.charCodeAt(0)}`)
  return value.replace(/\\([\\,=])/g, '$1')
}

/** Refuses fields that the kind does not offer for selection. */
export function checkFieldSelector(selector: FieldSelector, resource: ServedResource): void {
  for (const { field } of selector) {
    if (METADATA_FIELDS.includes(field) || resource.selectableFields.includes(field)) continue
    if (resource.custom || resource.selectableFields.length > 0) throw badRequest(`field label not supported: ${field}`)
    throw badRequest(`"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`)
  }
}

/** What a field selector may ask of an object. */
export interface SelectableObject {
  readonly namespace: string
  readonly name: string
  readonly fields: Readonly<Record<string, string>> | undefined
}

export function matchesFields(selector: FieldSelector, object: SelectableObject): boolean {
  return selector.every(({ field, value, negated }) => (fieldValue(object, field) === value) !== negated)
}

function fieldValue(object: SelectableObject, field: string): string {
  if (field === 'metadata.name') return object.name
  if (field === 'metadata.namespace') return object.namespace
  return object.fields?.[field] ?? ''
}

/** The one value that a field must have, when the selector says so. */
export const requiredValue = (selector: FieldSelector, field: string): string | undefined =>
  selector.find((requirement) => requirement.field === field && !requirement.negated)?.value
