import type { ProbedCondition } from '@skep/api'
import { textOf } from './conditions.ts'
import { provisionError } from './error-codes.ts'
import { type Observed, observationOf } from './observed.ts'

/** The part of an AccountClaim or ProjectClaim that says how far it is. */
export interface ClaimView {
  readonly kind: string
  readonly metadata: { readonly namespace?: string; readonly name?: string }
  readonly status?: { readonly state?: string; readonly conditions?: readonly ProbedCondition[] }
}

/** Whether the account or project is there, with its credentials. */
export const isClaimReady = (claim: ClaimView | undefined): boolean => claim?.status?.state === 'Ready'

/** How a cluster does that waits for its account or project: pending, or in error when there will be none. */
export function observeClaim(claim: ClaimView | undefined): Observed {
  const { state = 'Pending', conditions = [] } = claim?.status ?? {}
  const name = claim === undefined ? 'claim' : nameOf(claim)
  if (state !== 'Error') {
    return { observation: observationOf({ state: 'pending', description: `Preparing account: ${name} is ${state}` }) }
  }
  const failure = conditions.findLast(({ status }) => status === 'True')
  const error = provisionError(failure?.reason, failure && textOf(failure))
  return { observation: observationOf({ state: 'error', description: `${name} failed: ${error.message}`, error }) }
}

const nameOf = ({ kind, metadata }: ClaimView): string => `${kind} ${metadata.namespace}/${metadata.name}`
