import { AwsAccount, AwsAccountPool } from '@skep/api'
import type { Stored } from '@skep/client'
import { controllerReference, type Reconciler, type Result, withStatus } from '@skep/controller'
import { drawText, type OperatorParts } from '../parts.ts'
import type { AccountDirectory } from './accounts.ts'
import { ACCOUNT_FINALIZER, accountLimit } from './settings.ts'

const LIMIT_RETRY_MS = 5 * 60_000
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const PROGRESSING = new Set(['Creating', 'OptingInRegions', 'OptInRegionsEnabled', 'InitializingRegions'])
const PENDING = new Set(['', 'PendingVerification'])

/** Keeps as many unclaimed accounts ready as a pool asks for. One is made at a time, so that a cloud is not flooded. */
export const poolReconciler =
  (parts: OperatorParts, accounts: AccountDirectory): Reconciler =>
  async (_ctx, key) => {
    const { client } = parts
    const pool = await client.get(AwsAccountPool, key)
    if (!pool || pool.metadata.deletionTimestamp !== undefined) return {}
    const limit = await accountLimit(client)
    return withStatus(client, AwsAccountPool, pool, async () => {
      const own = accounts.ofPool(pool.metadata.name)
      pool.status = countAccounts(own, pool.spec.poolSize, limit - accounts.count)
      return fill(parts, pool, own, pool.status)
    })
  }

type PoolStatus = NonNullable<AwsAccountPool['status']>

function countAccounts(own: readonly Stored<AwsAccount>[], poolSize: number, awsLimitDelta: number): PoolStatus {
  const fresh = own.filter((account) => !wasClaimed(account))
  const inState = (states: ReadonlySet<string>) => fresh.filter((account) => states.has(stateOf(account))).length
  return {
    poolSize,
    unclaimedAccounts: fresh.filter((account) => stateOf(account) !== 'Failed').length,
    claimedAccounts: own.length - fresh.length,
    availableAccounts: fresh.filter((account) => stateOf(account) === 'Ready').length,
    accountsProgressing: inState(PROGRESSING),
    accountsPending: inState(PENDING),
    awsLimitDelta,
  }
}

async function fill(
  parts: OperatorParts,
  pool: Stored<AwsAccountPool>,
  own: readonly Stored<AwsAccount>[],
  { availableAccounts, accountsProgressing, accountsPending, poolSize, awsLimitDelta }: PoolStatus,
): Promise<Result> {
  if (availableAccounts + accountsProgressing + accountsPending >= poolSize) return {}
  if (awsLimitDelta <= 0) return { requeueAfterMs: LIMIT_RETRY_MS }
  // The account that is being made brings the pool back when it is through.
  if (own.some((account) => ['', 'Creating'].includes(stateOf(account)))) return {}
  await createAccount(parts, pool)
  return {}
}

async function createAccount({ client, random }: OperatorParts, pool: Stored<AwsAccountPool>): Promise<void> {
  const id = drawText(random, 6, ID_ALPHABET)
  await client.create(AwsAccount, {
    metadata: {
      name: `osd-creds-mgmt-${id}`,
      namespace: pool.metadata.namespace,
      labels: { iamUserId: id },
      finalizers: [ACCOUNT_FINALIZER],
      ownerReferences: [controllerReference(AwsAccountPool, pool)],
    },
    spec: { awsAccountID: '', iamUserSecret: '', claimLink: '', accountPool: pool.metadata.name },
  })
}

const stateOf = ({ status }: Stored<AwsAccount>): string => status?.state ?? ''

const wasClaimed = ({ spec, status }: Stored<AwsAccount>): boolean =>
  Boolean(spec.legalEntity?.id) || Boolean(spec.claimLink) || status?.reused === true
