import { type FieldError, fieldError } from '@skep/schema'
import { badRequest, invalid, plainFailure } from './errors.ts'
import type { FieldSelector } from './field-selector.ts'
import type { LabelSelector } from './label-selector.ts'

/** What a list or a watch asks for, as it came in the query. */
export interface ListOptions {
  labelSelector?: LabelSelector
  fieldSelector?: FieldSelector
  limit?: number
  continue?: string
  resourceVersion?: string
  resourceVersionMatch?: string
  sendInitialEvents?: boolean
  allowWatchBookmarks?: boolean
  timeoutSeconds?: number
}

/** Which state a list must show. */
export type ListMoment = { at: 'any' } | { at: 'least'; revision: number } | { at: 'exact'; revision: number }

const SUBJECT = { group: 'meta.k8s.io', kind: 'ListOptions' }
const MATCHES = ['Exact', 'NotOlderThan', '']

/** Refuses combinations of options that mean nothing, for a list or for a watch. */
export function checkListOptions(options: ListOptions, watch: boolean): void {
  const errors = watch ? watchErrors(options) : listErrors(options)
  if (errors.length > 0) throw invalid(SUBJECT, '', errors)
}

function listErrors(options: ListOptions): FieldError[] {
  const { resourceVersion = '', resourceVersionMatch: match = '' } = options
  const errors: FieldError[] = []
  const forbid = (detail: string) => errors.push(fieldError.forbidden('resourceVersionMatch', detail))
  if (match !== '') {
    if (resourceVersion === '') forbid('resourceVersionMatch is forbidden unless resourceVersion is provided')
    if (options.continue) forbid('resourceVersionMatch is forbidden when continue is provided')
    if (!MATCHES.includes(match)) errors.push(fieldError.notSupported('resourceVersionMatch', match, MATCHES))
    if (match === 'Exact' && resourceVersion === '0') {
      forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(fieldError.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return errors
}

function watchErrors({ sendInitialEvents, resourceVersionMatch: match = '' }: ListOptions): FieldError[] {
  const errors: FieldError[] = []
  const forbid = (detail: string) => errors.push(fieldError.forbidden('resourceVersionMatch', detail))
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    forbid('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan')
  }
  if (match !== '') {
    if (sendInitialEvents === undefined) {
      forbid('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided')
    }
    if (match !== 'NotOlderThan') errors.push(fieldError.notSupported('resourceVersionMatch', match, ['NotOlderThan']))
  }
  return errors
}

/** Reads `resourceVersion` and `resourceVersionMatch` together, as a list without a continue token does. */
export function listMoment({ resourceVersion = '', resourceVersionMatch: match, limit = 0 }: ListOptions): ListMoment {
  if (resourceVersion === '' || resourceVersion === '0') return { at: 'any' }
  const problem = versionProblem(resourceVersion)
  if (problem) throw badRequest(`invalid resource version: ${problem}`)
  const revision = Number(resourceVersion)
  // Before there was resourceVersionMatch, a limit meant "exactly this version".
  const exact = match === 'Exact' || (!match && limit > 0)
  return { at: exact ? 'exact' : 'least', revision }
}

/** The revision a get or a watch starts from; a wrong one is a failure without a reason there. */
export function parseVersion(resourceVersion: string | undefined): number {
  if (resourceVersion === undefined || resourceVersion === '') return 0
  const problem = versionProblem(resourceVersion)
  if (problem) throw plainFailure(problem)
  return Number(resourceVersion)
}

const versionProblem = (text: string): string | undefined =>
  /^\d{1,19}$/.test(text) ? undefined : `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${unparsable(text)}`

/** What Go's strconv says of a text that is no unsigned number. */
export const unparsable = (text: string): string => `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`
