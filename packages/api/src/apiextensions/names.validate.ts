import { type FieldError, fieldError } from '@skep/schema'
import { checkDns1035Label } from '../meta/names.ts'
import { validateEach, validateRequired } from '../meta/validation.ts'
import type { CustomResourceDefinitionNames } from './custom-resource-definition.ts'

/** A name in lower case; all complaints about it make one error. */
export function validateLabel(name: string, path: string): FieldError[] {
  const complaints = checkDns1035Label(name)
  return complaints.length === 0 ? [] : [fieldError.invalid(path, name, complaints.join(','))]
}

function validateKind(kind: string, path: string): FieldError[] {
  const complaints = checkDns1035Label(kind.toLowerCase())
  const detail = `may have mixed case, but should otherwise match: ${complaints.join(',')}`
  return complaints.length === 0 ? [] : [fieldError.invalid(path, kind, detail)]
}

/** Everything wrong with names, which need not all be there. */
export function validateNames(names: CustomResourceDefinitionNames, path: string): FieldError[] {
  const { plural, singular = '', kind, listKind = '' } = names
  return [
    ...(plural ? validateLabel(plural, `${path}.plural`) : []),
    ...(singular ? validateLabel(singular, `${path}.singular`) : []),
    ...(kind ? validateKind(kind, `${path}.kind`) : []),
    ...(listKind ? validateKind(listKind, `${path}.listKind`) : []),
    ...validateEach(names.shortNames, `${path}.shortNames`, validateLabel),
    ...(kind && kind === listKind
      ? [fieldError.invalid(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...validateEach(names.categories, `${path}.categories`, validateLabel),
  ]
}

/** Everything wrong with the names that a definition wants. */
export const validateWantedNames = (names: CustomResourceDefinitionNames): FieldError[] => [
  ...(['plural', 'singular', 'kind', 'listKind'] as const).flatMap((name) =>
    validateRequired(names[name], `spec.names.${name}`),
  ),
  ...validateNames(names, 'spec.names'),
]
