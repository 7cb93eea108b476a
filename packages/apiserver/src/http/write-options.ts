import { validateFieldManager } from '@skep/api'
import { type FieldError, fieldError } from '@skep/schema'
import type { WriteOptions } from '../contracts.ts'
import { invalid } from '../registry/errors.ts'
import type { Query } from './query.ts'

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn']

/** Reads the options of a write from the query; throws Invalid about those that make no sense. */
export function readWriteOptions(query: Query, kind: OptionsKind): WriteOptions {
  const fieldManager = query.text('fieldManager') ?? ''
  const fieldValidation = query.text('fieldValidation') ?? ''
  const dryRun = query.all('dryRun')
  const errors = [
    ...dryRunErrors(dryRun),
    ...validateFieldManager(fieldManager, 'fieldManager'),
    ...fieldValidationErrors(fieldValidation),
  ]
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors)
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: (fieldValidation || 'Warn') as NonNullable<WriteOptions['fieldValidation']>,
  }
}

/** `dryRun` may only say `All`. */
export const dryRunErrors = (values: readonly string[]): FieldError[] =>
  values.every((value) => value === 'All') ? [] : [fieldError.notSupported('dryRun', values, ['All'])]

const fieldValidationErrors = (value: string): FieldError[] =>
  FIELD_VALIDATION.includes(value) ? [] : [fieldError.notSupported('fieldValidation', value, FIELD_VALIDATION)]
