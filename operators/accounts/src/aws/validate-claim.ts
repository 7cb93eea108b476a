import type { AccountClaim } from '@skep/api'

/** What is wrong with a claim, as the reason of its condition; undefined when nothing is. */
export function claimProblem({ metadata, spec }: Pick<AccountClaim, 'metadata' | 'spec'>): string | undefined {
  const { awsCredentialSecret: secret, byocSecretRef } = spec
  if (!secret.name || !secret.namespace) return 'AWSSecretRefMissing'
  if (secret.namespace !== metadata.namespace) return 'AWSSecretRefNamespaceMismatch'
  if (!spec.byoc) return undefined
  if (!spec.byocAWSAccountID) return 'BYOCAccountIDMissing'
  if (spec.manualSTSMode) return spec.stsRoleARN ? undefined : 'STSRoleARNMissing'
  if (!byocSecretRef?.name || !byocSecretRef.namespace) return 'BYOCSecretRefMissing'
  return byocSecretRef.namespace === metadata.namespace ? undefined : 'BYOCSecretRefNamespaceMismatch'
}
