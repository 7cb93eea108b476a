import { AccountClaim, AwsAccount, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { addFinalizer, dropFinalizer, hasFinalizer, type Reconciler, type Result, withStatus } from '@skep/controller'
import { type Statement, withCondition } from '../conditions.ts'
import { claimFailure, FAKE_ANNOTATION, type OperatorParts } from '../parts.ts'
import { createSecret, readSecret } from '../secrets.ts'
import type { AccountDirectory } from './accounts.ts'
import { releaseAccount } from './release.ts'
import { ACCOUNT_FINALIZER, ACCOUNT_NAMESPACE } from './settings.ts'
import { claimProblem } from './validate-claim.ts'

interface ClaimParts extends OperatorParts {
  readonly accounts: AccountDirectory
}

/** Gives claims an account and its credentials. */
export const accountClaimReconciler =
  (parts: ClaimParts): Reconciler =>
  async (_ctx, key) => {
    const { client } = parts
    const claim = await client.get(AccountClaim, key)
    if (!claim) return {}
    if (claim.metadata.deletionTimestamp !== undefined) return removeClaim(parts, claim)
    if (await addFinalizer(client, AccountClaim, claim, ACCOUNT_FINALIZER)) return {}
    if (claim.status?.state === 'Ready') return {}
    return withStatus(client, AccountClaim, claim, () => serve(parts, claim))
  }

async function serve(parts: ClaimParts, claim: Stored<AccountClaim>): Promise<Result> {
  const now = parts.clock.now()
  if (claim.metadata.annotations?.[FAKE_ANNOTATION] === 'true') return serveFake(parts, claim)
  const problem = claimProblem(claim)
  if (problem) {
    const message = 'Invalid AccountClaim'
    return setState(claim, 'Error', { type: 'InvalidAccountClaim', status: 'True', reason: problem, message }, now)
  }
  const failure = claimFailure(parts, 'AccountClaim', claim.metadata)
  if (failure) {
    const { condition: type, reason, message } = failure
    return setState(claim, 'Error', { type, status: 'True', reason, message }, now)
  }
  const attempt = { reason: 'AccountClaimed', message: 'Attempting to claim account' }
  setState(claim, 'Pending', { type: 'Unclaimed', status: 'True', ...attempt }, now)
  const account = await (claim.spec.byoc ? customerAccount(parts, claim) : pickAccount(parts, claim))
  // A change of an account brings the claim back.
  return account ? fulfil(parts, claim, account, now) : {}
}

/** Nothing is made anywhere: who asks for this wants to test everything but AWS. */
async function serveFake({ client }: ClaimParts, claim: Stored<AccountClaim>): Promise<Result> {
  const { name, namespace } = claim.spec.awsCredentialSecret
  const data = { aws_access_key_id: 'fakeAccessKey', aws_secret_access_key: 'FakeSecretAccesskey' }
  await createSecret(client, { name, namespace: namespace || claim.metadata.namespace }, data)
  claim.status = { state: 'Ready', conditions: claim.status?.conditions ?? [] }
  return {}
}

/** The account that the claim has, or takes now. Its link is written first, so that no other claim takes it as well. */
async function pickAccount(
  { client, accounts }: ClaimParts,
  claim: Stored<AccountClaim>,
): Promise<Stored<AwsAccount> | undefined> {
  if (claim.spec.accountLink !== '') {
    return client.get(AwsAccount, { namespace: ACCOUNT_NAMESPACE, name: claim.spec.accountLink })
  }
  const account = accounts.takenBy(claim) ?? (await takeFree({ client, accounts }, claim))
  if (account) await linkAccount({ client }, claim, account)
  return account
}

async function takeFree(
  { client, accounts }: Pick<ClaimParts, 'client' | 'accounts'>,
  claim: Stored<AccountClaim>,
): Promise<Stored<AwsAccount> | undefined> {
  const free = accounts.freeFor(claim)
  if (!free) return undefined
  const { name, namespace } = claim.metadata
  const { resourceVersion } = free.metadata
  const spec = { claimLink: name, claimLinkNamespace: namespace, legalEntity: claim.spec.legalEntity }
  const body = { metadata: { resourceVersion }, spec }
  return client.patch(AwsAccount, free.metadata, { type: 'merge', body })
}

/** An account that the customer brings is made known, and used when it is ready. */
async function customerAccount(
  { client }: ClaimParts,
  claim: Stored<AccountClaim>,
): Promise<Stored<AwsAccount> | undefined> {
  const { name: claimName, namespace: claimNamespace, uid } = claim.metadata
  const ref = { namespace: ACCOUNT_NAMESPACE, name: claim.spec.accountLink || `osd-byoc-${uid.slice(0, 8)}` }
  const known = await client.get(AwsAccount, ref)
  const account =
    known ??
    (await client.create(AwsAccount, {
      metadata: { ...ref, finalizers: [ACCOUNT_FINALIZER] },
      spec: {
        awsAccountID: claim.spec.byocAWSAccountID ?? '',
        iamUserSecret: '',
        byoc: true,
        manualSTSMode: claim.spec.manualSTSMode ?? false,
        claimLink: claimName,
        claimLinkNamespace: claimNamespace,
        legalEntity: claim.spec.legalEntity,
      },
    }))
  if (claim.spec.accountLink === '') await linkAccount({ client }, claim, account)
  return account
}

async function linkAccount(
  { client }: Pick<ClaimParts, 'client'>,
  claim: Stored<AccountClaim>,
  account: Stored<AwsAccount>,
): Promise<void> {
  const spec = { accountLink: account.metadata.name, supportRoleARN: supportRoleOf(account) }
  await client.patch(AccountClaim, claim.metadata, { type: 'merge', body: { spec } })
  Object.assign(claim.spec, spec)
}

const supportRoleOf = ({ spec }: Stored<AwsAccount>): string =>
  `arn:aws:iam::${spec.awsAccountID || '000000000000'}:role/RH-Support-Access`

async function fulfil(
  { client }: ClaimParts,
  claim: Stored<AccountClaim>,
  account: Stored<AwsAccount>,
  now: number,
): Promise<Result> {
  const { state } = account.status ?? {}
  if (claim.spec.byoc && state === 'Failed') {
    const reason = 'CCSAccountClaimFailed'
    const message = `Account ${account.metadata.name} failed`
    return setState(claim, 'Error', { type: 'CCSAccountClaimFailed', status: 'True', reason, message }, now)
  }
  if (state !== 'Ready') return {}
  await copyCredentials({ client }, claim, account)
  const message = claim.spec.byoc ? 'BYOC account ready' : `Account claim fulfilled by ${account.metadata.name}`
  setState(claim, 'Ready', { type: 'Unclaimed', status: 'False', reason: 'AccountClaimed', message }, now)
  return setState(claim, 'Ready', { type: 'Claimed', status: 'True', reason: 'AccountClaimed', message }, now)
}

/** A role is assumed rather than a user given, where the customer asks for that. */
async function copyCredentials(
  { client }: Pick<ClaimParts, 'client'>,
  { spec }: Stored<AccountClaim>,
  account: Stored<AwsAccount>,
): Promise<void> {
  if (spec.manualSTSMode) return
  const { namespace, name } = account.metadata
  const credentials = await readSecret(client, { namespace, name: account.spec.iamUserSecret || `${name}-secret` })
  const { aws_access_key_id = '', aws_secret_access_key = '' } = credentials ?? {}
  await createSecret(client, spec.awsCredentialSecret, { aws_access_key_id, aws_secret_access_key })
}

async function removeClaim(parts: ClaimParts, claim: Stored<AccountClaim>): Promise<Result> {
  const { client } = parts
  if (!hasFinalizer(claim, ACCOUNT_FINALIZER)) return {}
  const { awsCredentialSecret: secret, byoc } = claim.spec
  const accountLink = claim.spec.accountLink || parts.accounts.takenBy(claim)?.metadata.name
  if (accountLink && byoc) await client.delete(AwsAccount, { namespace: ACCOUNT_NAMESPACE, name: accountLink })
  else if (accountLink) await releaseAccount(parts, claim, accountLink)
  if (secret.name && secret.namespace === claim.metadata.namespace) await client.delete(Secret, secret)
  await dropFinalizer(client, AccountClaim, claim, ACCOUNT_FINALIZER)
  return {}
}

function setState(claim: Stored<AccountClaim>, state: string, statement: Statement, now: number): Result {
  claim.status = { state, conditions: withCondition(claim.status?.conditions, statement, now) }
  return {}
}
