import { AccountClaim, ProjectClaim } from '@skep/api'
import type { ClientKind } from '@skep/client'

/** A claim of either cloud. */
export type Claim = AccountClaim | ProjectClaim

/** The kind of claim that clusters of a cloud make. */
export const claimKindOf = (cloudProvider: string): ClientKind<Claim> =>
  // Both have the members that the driver reads; what it writes is typed where it is made.
  (cloudProvider === 'gcp' ? ProjectClaim : AccountClaim) as ClientKind<Claim>
