import { AccountClaim, AwsAccount } from '@skep/api'
import type { Informer, Informers, ObjectRef, Stored } from '@skep/client'
import { PAUSE_ANNOTATION } from './settings.ts'

const POOL = 'accounts/pool'
const FREE = 'accounts/free'
const TAKEN = 'accounts/taken'
const WAITING = 'accounts/waiting'

/** What is known of accounts and claims, found without looking at all of them. */
export interface AccountDirectory {
  /** How many accounts there are that count against the limit. */
  readonly count: number
  ofPool(pool: string): Stored<AwsAccount>[]
  /** The account that a claim took, though it may not have come to say so. */
  takenBy(claim: Stored<AccountClaim>): Stored<AwsAccount> | undefined
  /** The best account for a claim: one that its legal entity had before, or else one that nobody had. */
  freeFor(claim: Stored<AccountClaim>): Stored<AwsAccount> | undefined
  /** The claims that an account may serve now that it is free, as many as there are accounts like it. */
  waitingFor(account: Stored<AwsAccount>): ObjectRef[]
}

/** A claim that names no pool takes an account of any. */
const ANY_POOL = ''

const isPaused = ({ metadata }: Stored<AwsAccount>): boolean => metadata.annotations?.[PAUSE_ANNOTATION] === 'true'

/** Whether a claim may have the account. */
const isFree = (account: Stored<AwsAccount>): boolean =>
  account.status?.state === 'Ready' &&
  !account.status.claimed &&
  !account.spec.claimLink &&
  !account.spec.byoc &&
  !isPaused(account) &&
  account.metadata.deletionTimestamp === undefined

/** Whom an account may serve: anybody, or those who had it before. */
const audienceOf = ({ spec, status }: Stored<AwsAccount>): string =>
  status?.reused ? (spec.legalEntity?.id ?? '-') : ''

const freeKeys = (account: Stored<AwsAccount>): string[] =>
  isFree(account) ? [account.spec.accountPool ?? '', ANY_POOL].map((pool) => `${pool}/${audienceOf(account)}`) : []

const takenKeys = ({ spec }: Stored<AwsAccount>): string[] =>
  spec.claimLink && !spec.byoc ? [`${spec.claimLinkNamespace ?? ''}/${spec.claimLink}`] : []

const isWaiting = ({ metadata, spec, status }: Stored<AccountClaim>): boolean =>
  metadata.deletionTimestamp === undefined && status?.state === 'Pending' && spec.accountLink === '' && !spec.byoc

const waitingKeys = (claim: Stored<AccountClaim>): string[] =>
  isWaiting(claim) ? ['', claim.spec.legalEntity.id].map((entity) => `${claim.spec.accountPool ?? ''}/${entity}`) : []

/** A directory on the informers of a manager. */
export function createAccountDirectory(informers: Informers): AccountDirectory {
  const accounts: Informer<AwsAccount> = informers.of(AwsAccount, {
    indexes: { [POOL]: ({ spec }) => [spec.accountPool ?? ''], [FREE]: freeKeys, [TAKEN]: takenKeys },
  })
  const claims = informers.of(AccountClaim, { indexes: { [WAITING]: waitingKeys } })
  return {
    get count() {
      return accounts.size
    },
    ofPool: (pool) => accounts.find(POOL, pool),
    takenBy: ({ metadata: { namespace = '', name } }) => accounts.find(TAKEN, `${namespace}/${name}`)[0],
    freeFor: ({ spec }) => {
      const free = (audience: string) => accounts.find(FREE, `${spec.accountPool ?? ''}/${audience}`)[0]
      return free(spec.legalEntity.id) ?? free('')
    },
    waitingFor: (account) =>
      [...new Set(freeKeys(account))].flatMap((key) =>
        claims.find(WAITING, key).slice(0, accounts.find(FREE, key).length).map(nameOf),
      ),
  }
}

const nameOf = ({ metadata: { namespace = '', name } }: Stored<AccountClaim>): ObjectRef => ({ namespace, name })
