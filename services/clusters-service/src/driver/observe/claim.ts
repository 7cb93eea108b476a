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
  const failure = failureIn(conditions)
  const error = provisionError(failure?.reason, failure && textOf(failure))
  return { observation: observationOf({ state: 'error', description: `${name} failed: ${error.message}`, error }) }
}

/** Conditions that say how far a claim has come. They may still hold when it fails. */
const PROGRESS = ['Unclaimed', 'Claimed', 'Pending', 'PendingProject', 'Ready']

function failureIn(conditions: readonly ProbedCondition[]): ProbedCondition | undefined {
  const holding = conditions.filter(({ status }) => status === 'True')
  return holding.findLast(({ type }) => !PROGRESS.includes(type)) ?? holding.at(-1)
}

const nameOf = ({ kind, metadata }: ClaimView): string => `${kind} ${metadata.namespace}/${metadata.name}`
