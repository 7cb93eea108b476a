import { type AccountClaim, AwsAccount } from '@skep/api'
import type { Stored } from '@skep/client'
import { withStatus } from '@skep/controller'
import { withCondition } from '../conditions.ts'
import type { OperatorParts } from '../parts.ts'
import { ACCOUNT_NAMESPACE } from './settings.ts'

/**
 * Gives the account of a claim back, cleaned up. It keeps its legal entity, and serves nobody else from now on. Doing so
 * again does no harm: an account that another claim has taken meanwhile is left alone.
 */
export async function releaseAccount(
  { client, clock }: OperatorParts,
  claim: Stored<AccountClaim>,
  name: string,
): Promise<void> {
  const account = await client.get(AwsAccount, { namespace: ACCOUNT_NAMESPACE, name })
  if (!account || isOfAnother(account, claim)) return
  // The link goes first: as long as it is there, the account counts as claimed.
  const body = { spec: { claimLink: '', claimLinkNamespace: '' } }
  await client.patch(AwsAccount, account.metadata, { type: 'merge', body })
  await withStatus(client, AwsAccount, account, async () => {
    const statement = { type: 'Reused', status: 'True', reason: 'Ready', message: 'Account Reuse - Ready' } as const
    const conditions = withCondition(account.status?.conditions, statement, clock.now())
    const free = { state: 'Ready', claimed: false, reused: true, rotateCredentials: true }
    account.status = { ...account.status, ...free, conditions }
  })
}

function isOfAnother({ spec, status }: Stored<AwsAccount>, { metadata }: Stored<AccountClaim>): boolean {
  if (!spec.claimLink) return !status?.claimed
  return spec.claimLink !== metadata.name || spec.claimLinkNamespace !== metadata.namespace
}
