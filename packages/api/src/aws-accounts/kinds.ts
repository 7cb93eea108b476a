import { AccountClaim } from './account-claim.ts'

/** The kinds of the AWS account operator, to install on a cluster. */
export const awsAccountKinds = [AccountClaim] as const
