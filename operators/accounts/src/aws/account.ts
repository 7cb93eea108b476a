import { AwsAccount, Secret } from '@skep/api'
import type { Random } from '@skep/base'
import type { Stored } from '@skep/client'
import { dropFinalizer, hasFinalizer, type Reconciler, type Result, withStatus } from '@skep/controller'
import { conditionSince, type Statement, withCondition } from '../conditions.ts'
import { creationMs, drawText, type OperatorParts } from '../parts.ts'
import { createSecret } from '../secrets.ts'
import type { AccountDirectory } from './accounts.ts'
import { ACCOUNT_FINALIZER, accountLimit, PAUSE_ANNOTATION } from './settings.ts'

const LIMIT_RETRY_MS = 5 * 60_000
const CREATION_LIMIT_MS = 25 * 60_000
const REGIONS_LIMIT_MS = 51 * 60_000
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What a state says of itself when an account enters it. */
const MESSAGES: Record<string, string> = {
  Creating: 'Attempting to create account',
  PendingVerification: 'Account pending verification in AWS',
  InitializingRegions: 'Initializing Regions',
  Ready: 'Account ready to be claimed',
}

/** The states of accounts on their way; a customer's own needs no verification. */
const OWN_STATES = ['Creating', 'PendingVerification', 'InitializingRegions', 'Ready']
const CUSTOMER_STATES = ['Creating', 'InitializingRegions', 'Ready']

interface AccountParts extends OperatorParts {
  readonly accounts: AccountDirectory
  /** When the operator started, in milliseconds. */
  readonly startedAt: number
}

/** Brings accounts from nothing to Ready, and says which are claimed. */
export const accountReconciler =
  (parts: AccountParts): Reconciler =>
  async (_ctx, key) => {
    const { client } = parts
    const account = await client.get(AwsAccount, key)
    if (!account) return {}
    if (account.metadata.deletionTimestamp !== undefined) return removeAccount(parts, account)
    if (account.metadata.annotations?.[PAUSE_ANNOTATION] === 'true') return {}
    if (isHopeless(account)) {
      await client.delete(AwsAccount, key)
      return {}
    }
    return withStatus(client, AwsAccount, account, () => advance(parts, account))
  }

/** Nobody can use a failed account that AWS never made; its pool will make another. */
const isHopeless = ({ metadata, spec, status }: Stored<AwsAccount>): boolean =>
  status?.state === 'Failed' && spec.awsAccountID === '' && (metadata.ownerReferences?.length ?? 0) > 0

async function removeAccount({ client }: AccountParts, account: Stored<AwsAccount>): Promise<Result> {
  if (!hasFinalizer(account, ACCOUNT_FINALIZER)) return {}
  const { namespace, name } = account.metadata
  await client.delete(Secret, { namespace, name: `${name}-secret` })
  await dropFinalizer(client, AwsAccount, account, ACCOUNT_FINALIZER)
  return {}
}

async function advance(parts: AccountParts, account: Stored<AwsAccount>): Promise<Result> {
  const now = parts.clock.now()
  const state = account.status?.state ?? ''
  switch (state) {
    case '':
      return begin(parts, account, now)
    case 'Ready':
      return showClaimed(account, now)
    case 'Failed':
      return {}
    default:
      return dwell(parts, account, state, now)
  }
}

async function begin(parts: AccountParts, account: Stored<AwsAccount>, now: number): Promise<Result> {
  const { client, accounts } = parts
  if (!account.spec.byoc && accounts.count > (await accountLimit(client))) {
    const reason = 'AWSAccountLimitReached'
    state(account, { type: 'Pending', status: 'True', reason, message: 'AWS account limit reached' }, now)
    return { requeueAfterMs: LIMIT_RETRY_MS }
  }
  await createUser(parts, account)
  enter(account, 'Creating', now)
  return dwell(parts, account, 'Creating', now)
}

/** The account at AWS, and a user with credentials in it. */
async function createUser({ client, random }: AccountParts, account: Stored<AwsAccount>): Promise<void> {
  const { namespace, name, labels } = account.metadata
  const iamUserSecret = `${name}-secret`
  await createSecret(client, { namespace, name: iamUserSecret }, newCredentials(random, labels?.['iamUserId'] ?? name))
  account.spec.awsAccountID ||= drawText(random, 12, DIGITS)
  const spec = { awsAccountID: account.spec.awsAccountID, iamUserSecret }
  await client.patch(AwsAccount, account.metadata, { type: 'merge', body: { spec } })
}

const newCredentials = (random: Random, id: string): Record<string, string> => ({
  aws_user_name: `osdManagedAdmin-${id}`,
  aws_access_key_id: `AKIA${drawText(random, 16, LETTERS)}`,
  aws_secret_access_key: drawText(random, 40, `${LETTERS}${LETTERS.toLowerCase()}`),
})

/** Every state but the last takes its share of the time that a cloud needs. */
function dwell(parts: AccountParts, account: Stored<AwsAccount>, current: string, now: number): Result {
  const states = account.spec.byoc ? CUSTOMER_STATES : OWN_STATES
  const shareMs = creationMs(parts, 'AccountClaim', account.metadata) / (states.length - 1)
  const since = conditionSince(account.status?.conditions, current) ?? now
  if (fails(account, current, now - since, now)) return {}
  // Nobody knows how far the regions were when the operator went away. Conditions know whole seconds only.
  if (current === 'InitializingRegions' && since < startOfSecond(parts.startedAt))
    return restartCreation(parts, account, now)
  const left = since + shareMs - now
  if (left > 0) return { requeueAfterMs: Math.ceil(left) }
  const next = states[states.indexOf(current) + 1] ?? 'Ready'
  enter(account, next, now)
  return next === 'Ready' ? showClaimed(account, now) : dwell(parts, account, next, now)
}

const startOfSecond = (time: number): number => time - (time % 1_000)

function restartCreation(parts: AccountParts, account: Stored<AwsAccount>, now: number): Result {
  account.status = { ...account.status, conditions: [] }
  enter(account, 'Creating', now)
  return dwell(parts, account, 'Creating', now)
}

function fails(account: Stored<AwsAccount>, current: string, elapsedMs: number, now: number): boolean {
  const reason = timeoutOf(current, elapsedMs)
  if (reason === undefined) return false
  const message = `Failed to prepare account: ${current} took too long`
  state(account, { type: 'AccountCreationFailed', status: 'True', reason, message }, now)
  account.status = { ...account.status, state: 'Failed' }
  return true
}

function timeoutOf(current: string, elapsedMs: number): string | undefined {
  if (current === 'Creating' && elapsedMs > CREATION_LIMIT_MS) return 'CreationTimeout'
  return current === 'InitializingRegions' && elapsedMs > REGIONS_LIMIT_MS ? 'RegionInitializationTimeout' : undefined
}

function showClaimed(account: Stored<AwsAccount>, now: number): Result {
  if (!account.spec.claimLink || account.status?.claimed) return {}
  const message = `Account claimed by ${account.spec.claimLink}`
  state(account, { type: 'Claimed', status: 'True', reason: 'Claimed', message }, now)
  account.status = { ...account.status, claimed: true }
  return {}
}

function enter(account: Stored<AwsAccount>, next: string, now: number): void {
  state(account, { type: next, status: 'True', reason: next, message: MESSAGES[next] ?? next }, now)
  account.status = { ...account.status, state: next }
}

function state(account: Stored<AwsAccount>, statement: Statement, now: number): void {
  account.status = { ...account.status, conditions: withCondition(account.status?.conditions, statement, now) }
}
