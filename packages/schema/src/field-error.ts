import type { StatusCause } from '@skep/base'
import { goQuote, goValue } from './go-text.ts'

const CAUSE = {
  Required: { reason: 'FieldValueRequired', text: 'Required value' },
  Invalid: { reason: 'FieldValueInvalid', text: 'Invalid value' },
  NotSupported: { reason: 'FieldValueNotSupported', text: 'Unsupported value' },
  Duplicate: { reason: 'FieldValueDuplicate', text: 'Duplicate value' },
  Forbidden: { reason: 'FieldValueForbidden', text: 'Forbidden' },
  NotFound: { reason: 'FieldValueNotFound', text: 'Not found' },
  TooLong: { reason: 'FieldValueTooLong', text: 'Too long' },
  TooMany: { reason: 'FieldValueTooMany', text: 'Too many' },
  TypeInvalid: { reason: 'FieldValueTypeInvalid', text: 'Invalid value' },
  InternalError: { reason: 'InternalError', text: 'Internal error' },
} as const

/** What kind of thing is wrong. */
export type FieldErrorType = keyof typeof CAUSE

/** One thing wrong with one field. `message` is complete but for the field's path: `Invalid value: "x": must be ...`. */
export interface FieldError {
  type: FieldErrorType
  /** `spec.containers[0].name`; empty for the whole object. */
  field: string
  message: string
}

/** The cause that a client finds in the details of a Status. */
export const toCause = ({ type, field, message }: FieldError): StatusCause => ({
  reason: CAUSE[type].reason,
  message,
  field,
})

const make = (type: FieldErrorType, field: string, ...parts: string[]): FieldError => ({
  type,
  field,
  message: [CAUSE[type].text, ...parts.filter((part) => part !== '')].join(': '),
})

/** Constructors with the texts of k8s.io/apimachinery's `field` package. Values are printed as Go does. */
export const fieldError = {
  required: (field: string, detail = '') => make('Required', field, detail),
  invalid: (field: string, value: unknown, detail: string) => make('Invalid', field, goValue(value), detail),
  typeInvalid: (field: string, value: unknown, detail: string) => make('TypeInvalid', field, goValue(value), detail),
  duplicate: (field: string, value: unknown) => make('Duplicate', field, goValue(value)),
  notFound: (field: string, value: unknown) => make('NotFound', field, goValue(value)),
  forbidden: (field: string, detail: string) => make('Forbidden', field, detail),
  notSupported: (field: string, value: unknown, supported: readonly string[]) =>
    make(
      'NotSupported',
      field,
      goValue(value),
      supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`,
    ),
  tooLong: (field: string, maxBytes: number) =>
    make('TooLong', field, `may not be more than ${count(maxBytes, 'byte')}`),
  tooMany: (field: string, actual: number, max: number) =>
    make('TooMany', field, String(actual), `must have at most ${count(max, 'item')}`),
  internal: (field: string, detail: string) => make('InternalError', field, detail),
}

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`
