import type { KindDefinition } from '@skep/schema'
import { AwsAccount } from './account.ts'
import { AccountClaim } from './account-claim.ts'
import { AwsAccountPool } from './account-pool.ts'
import { AwsFederatedAccountAccess } from './federated-account-access.ts'
import { AwsFederatedRole } from './federated-role.ts'

/** The kinds of the AWS account operator, to install on a cluster. */
export const awsAccountKinds: readonly KindDefinition[] = [
  AwsAccount,
  AccountClaim,
  AwsAccountPool,
  AwsFederatedRole,
  AwsFederatedAccountAccess,
]
