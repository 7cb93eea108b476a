import type { Cluster } from '../../model/cluster/cluster.ts'

/** Whether operators of a cluster act by roles in the account of its owner. */
export const usesOperatorRoles = ({ aws }: Cluster): boolean =>
  aws?.sts?.role_arn !== undefined && aws.sts.enabled !== false

/** What the owner of a cluster has to do before it can be built; undefined when that is done, or nothing is to be done. */
export function missingRoles(cluster: Cluster): string | undefined {
  const { sts } = cluster.aws ?? {}
  if (!usesOperatorRoles(cluster) || sts?.auto_mode || (sts?.operator_iam_roles ?? []).length > 0) return undefined
  return 'Waiting for the roles of operators: create them with their OIDC provider, and set aws.sts.operator_iam_roles'
}
