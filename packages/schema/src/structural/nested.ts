import { compileRe2 } from '@skep/base'
import { type FieldError, fieldError } from '../field-error.ts'
import { jsonEqual } from '../json.ts'
import { hasDefault, itemSchema, memberSchemas, otherSchema, type RawSchema } from './raw-schema.ts'

/**
 * The rules of what stands in allOf, anyOf, oneOf and not: it may restrict values, but neither describe nor shape them,
 * so that the rest of the schema alone says what is pruned and defaulted. An int-or-string may say its two types.
 */
export function checkNested(schema: RawSchema, path: string): FieldError[] {
  return checkBranches(schema, path, { skipsAnyOf: isIntOrString(schema.anyOf) })
}

function checkBranches(schema: RawSchema, path: string, { skipsAnyOf }: { skipsAnyOf: boolean }): FieldError[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema
  const check = (branches: RawSchema[], keyword: string) =>
    branches.flatMap((branch, index) => checkBranch(branch, `${path}.${keyword}[${index}]`))
  return [
    ...(skipsAnyOf ? [] : check(anyOf, 'anyOf')),
    ...allOf.flatMap((branch, index) =>
      checkBranch(branch, `${path}.allOf[${index}]`, { skipsAnyOf: index === 0 && isIntOrString(branch.anyOf) }),
    ),
    ...check(oneOf, 'oneOf'),
    ...(not === undefined ? [] : checkBranch(not, `${path}.not`)),
    ...checkPattern(schema.pattern ?? '', `${path}.pattern`),
  ]
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }]

const isIntOrString = (anyOf: RawSchema[] | undefined): boolean =>
  anyOf !== undefined && jsonEqual(JSON.parse(JSON.stringify(anyOf)), INT_OR_STRING)

function checkPattern(pattern: string, path: string): FieldError[] {
  try {
    compileRe2(pattern)
    return []
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [fieldError.invalid(path, pattern, `must be a valid regular expression, but isn't: ${why}`)]
  }
}

function checkBranch(branch: RawSchema, path: string, options = { skipsAnyOf: false }): FieldError[] {
  const items = itemSchema(branch)
  return [
    ...checkBranches(branch, path, options),
    ...(items === undefined ? [] : checkBranch(items, `${path}.items`)),
    ...memberSchemas(branch).flatMap(([name, child]) => checkBranch(child, `${path}.properties[${name}]`)),
    ...FORBIDDEN.filter(({ isUsed }) => isUsed(branch)).map(({ keyword, wanted }) =>
      fieldError.forbidden(`${path}.${keyword}`, `must be ${wanted} to be structural`),
    ),
    ...(Object.hasOwn(branch.properties ?? {}, 'metadata')
      ? [fieldError.forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context')]
      : []),
  ]
}

interface ForbiddenKeyword {
  keyword: string
  wanted: 'empty' | 'undefined' | 'false'
  isUsed(branch: RawSchema): boolean
}

const FORBIDDEN: ForbiddenKeyword[] = [
  { keyword: 'type', wanted: 'empty', isUsed: ({ type }) => Boolean(type) },
  {
    keyword: 'additionalProperties',
    wanted: 'undefined',
    isUsed: (branch) => branch.additionalProperties === true || otherSchema(branch) !== undefined,
  },
  { keyword: 'default', wanted: 'undefined', isUsed: hasDefault },
  { keyword: 'title', wanted: 'empty', isUsed: ({ title }) => Boolean(title) },
  { keyword: 'description', wanted: 'empty', isUsed: ({ description }) => Boolean(description) },
  { keyword: 'nullable', wanted: 'false', isUsed: ({ nullable }) => nullable === true },
  ...(
    ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string'] as const
  ).map((keyword) => ({ keyword, wanted: 'false' as const, isUsed: (branch: RawSchema) => branch[keyword] === true })),
  ...(['x-kubernetes-list-map-keys', 'x-kubernetes-validations'] as const).map((keyword) => ({
    keyword,
    wanted: 'empty' as const,
    isUsed: (branch: RawSchema) => (branch[keyword]?.length ?? 0) > 0,
  })),
  ...(['x-kubernetes-list-type', 'x-kubernetes-map-type'] as const).map((keyword) => ({
    keyword,
    wanted: 'undefined' as const,
    isUsed: (branch: RawSchema) => branch[keyword] !== undefined,
  })),
]
