import { type FieldError, fieldError } from '../field-error.ts'
import { itemSchema, memberSchemas, type RawSchema } from './raw-schema.ts'

/** A field that allOf, anyOf, oneOf or not at the root restricts must be declared in the schema proper. */
export function checkCompleteness(schema: RawSchema, path: string): FieldError[] {
  return checkBranches(schema, { schema, path }, path)
}

/** The part of the schema proper that a restriction is about. */
interface Declared {
  schema: RawSchema
  path: string
}

function checkBranches(restriction: RawSchema, declared: Declared, path: string): FieldError[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = restriction
  const check = (branches: RawSchema[], keyword: string) =>
    branches.flatMap((branch, index) => checkBranch(branch, declared, `${path}.${keyword}[${index}]`))
  return [
    ...(not === undefined ? [] : checkBranch(not, declared, `${path}.not`)),
    ...check(allOf, 'allOf'),
    ...check(anyOf, 'anyOf'),
    ...check(oneOf, 'oneOf'),
  ]
}

function checkBranch(branch: RawSchema, declared: Declared, path: string): FieldError[] {
  const items = itemSchema(branch)
  return [
    ...checkBranches(branch, declared, path),
    ...(items === undefined
      ? []
      : checkChild(items, itemSchema(declared.schema), `${declared.path}.items`, `${path}.items`)),
    ...memberSchemas(branch).flatMap(([name, child]) => {
      const step = `properties[${name}]`
      const members = declared.schema.properties ?? {}
      const target = Object.hasOwn(members, name) ? members[name] : undefined
      return checkChild(child, target, `${declared.path}.${step}`, `${path}.${step}`)
    }),
  ]
}

function checkChild(
  branch: RawSchema,
  declared: RawSchema | undefined,
  declaredPath: string,
  path: string,
): FieldError[] {
  if (declared === undefined) return [fieldError.required(declaredPath, `because it is defined in ${path}`)]
  return checkBranch(branch, { schema: declared, path: declaredPath }, path)
}
