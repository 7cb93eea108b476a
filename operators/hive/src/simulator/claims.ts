import { AccountClaim, ProjectClaim } from '@skep/api'
import type { Logger, Random } from '@skep/base'
import type { Client, ClientKind, ObjectRef, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { HiveCondition } from '../conditions.ts'
import { failureCondition, withChanges, withConditions, withoutCondition } from './conditions.ts'
import { createSecretIfMissing } from './create-if-missing.ts'
import { awsSecretOf, type CloudCredentials, gcpSecretOf } from './credentials.ts'
import { readState } from './state-annotations.ts'
import type { StateMachine } from './state-machine.ts'

/** What claims are simulated with. */
export interface ClaimParts {
  readonly client: Client
  readonly random: Random
  readonly log: Logger
  readonly credentials: CloudCredentials
}

type Claim = KubeObject & { status?: { state: string; conditions: HiveCondition[] } }

/** What both kinds of claims do: their state is that of the machine, or Error. */
function claimMachine<T extends Claim>(
  kind: ClientKind<T>,
  own: Pick<StateMachine<T>, 'complete'> & { entered?(claim: Stored<T>, state: string): void },
): StateMachine<T> {
  return {
    kind,
    isDone: ({ status }) => status?.state === 'Ready',
    enter: (claim, { name, conditions, recorded }, now) => {
      const state = recorded ? recorded.state || claim.status?.state || '' : name
      const next = withChanges(claim.status?.conditions, conditions, recorded?.removes ?? [], now)
      claim.status = { state, conditions: next }
      own.entered?.(claim, state)
    },
    fail: (claim, failure, now) => {
      const conditions = withConditions(claim.status?.conditions, [failureCondition(failure)], now)
      claim.status = { state: 'Error', conditions }
    },
    recover: (claim, condition) => {
      const conditions = withoutCondition(claim.status?.conditions, condition)
      claim.status = { state: readState(claim)?.state ?? '', conditions }
    },
    complete: own.complete,
  }
}

/** A claim on its way to an AWS account. */
export const accountClaimMachine = (parts: ClaimParts): StateMachine<AccountClaim> =>
  claimMachine<AccountClaim>(AccountClaim, {
    complete: async ({ metadata, spec }) => {
      spec.byocAWSAccountID ||= `123456789${String(parts.random.int(1_000)).padStart(3, '0')}`
      const { credentials } = parts
      await giveSecret(parts, metadata.namespace, spec.awsCredentialSecret, awsSecretOf(credentials), !credentials.aws)
    },
  })

/** A claim on its way to a GCP project. */
export const projectClaimMachine = (parts: ClaimParts): StateMachine<ProjectClaim> =>
  claimMachine<ProjectClaim>(ProjectClaim, {
    entered: ({ metadata, spec }, state) => {
      if (state === 'PendingProject') spec.gcpProjectID ||= `project-${metadata.name}-${parts.random.int(10_000)}`
    },
    complete: async ({ metadata, spec }) => {
      spec.gcpProjectID ||= `project-${metadata.name}-${parts.random.int(10_000)}`
      const { credentials } = parts
      const isPlaceholder = credentials.gcpServiceAccountJson === undefined
      await giveSecret(parts, metadata.namespace, spec.gcpCredentialSecret, gcpSecretOf(credentials), isPlaceholder)
    },
  })

/** Writes the credentials where the claim wants them, in its own namespace unless it says another. */
async function giveSecret(
  { client, log }: ClaimParts,
  claimNamespace: string | undefined,
  { name, namespace }: ObjectRef,
  data: Record<string, string>,
  isPlaceholder: boolean,
): Promise<void> {
  if (!name) return
  const ref = { namespace: namespace || claimNamespace, name }
  if ((await createSecretIfMissing(client, ref, data)) && isPlaceholder) {
    log.info('Writing placeholder credentials', { reason: 'no real ones were given', Secret: ref })
  }
}
