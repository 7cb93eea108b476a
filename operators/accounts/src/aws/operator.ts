import { AccountClaim, AwsAccount, AwsAccountPool, AwsFederatedAccountAccess, AwsFederatedRole } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Manager, watchOf } from '@skep/controller'
import type { OperatorParts } from '../parts.ts'
import { accountReconciler } from './account.ts'
import { createAccountDirectory } from './accounts.ts'
import { accountClaimReconciler } from './claim.ts'
import { federatedAccessReconciler, federatedRoleReconciler } from './federation.ts'
import { poolReconciler } from './pool.ts'

const WORKERS = 8

/** Adds the controllers of the AWS account operator. Returns how to bring a claim to work. */
export function addAwsControllers(manager: Manager, parts: OperatorParts): ReturnType<Manager['add']> {
  const accounts = createAccountDirectory(manager.informersOf())
  const startedAt = parts.clock.now()
  manager.add({
    name: 'account-pool',
    kind: AwsAccountPool,
    owns: [AwsAccount],
    reconcile: poolReconciler(parts, accounts),
  })
  manager.add({
    name: 'account',
    kind: AwsAccount,
    workers: WORKERS,
    reconcile: accountReconciler({ ...parts, accounts, startedAt }),
  })
  manager.add({ name: 'federated-role', kind: AwsFederatedRole, reconcile: federatedRoleReconciler(parts) })
  manager.add({
    name: 'federated-account-access',
    kind: AwsFederatedAccountAccess,
    reconcile: federatedAccessReconciler(parts),
  })
  // One at a time, first come, first served: no two reach for the same account.
  return manager.add({
    name: 'account-claim',
    kind: AccountClaim,
    watches: [watchOf(AwsAccount, (account) => [...claimOf(account), ...accounts.waitingFor(account)])],
    reconcile: accountClaimReconciler({ ...parts, accounts }),
  })
}

const claimOf = ({ spec }: Stored<AwsAccount>) =>
  spec.claimLink ? [{ namespace: spec.claimLinkNamespace ?? '', name: spec.claimLink }] : []
