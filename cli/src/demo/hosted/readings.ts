import type { Condition, Deployment, HostedCluster, NodePool } from '@skep/api'

/** What is read of conditions. */
type Reading = Pick<Condition, 'type' | 'status'> & { readonly message?: string }

const find = (conditions: readonly Reading[] | undefined, type: string): Reading | undefined =>
  conditions?.find((condition) => condition.type === type)

const has = (conditions: readonly Reading[] | undefined, type: string, status: string): boolean =>
  find(conditions, type)?.status === status

/** Whether a control plane answers, and its kubeconfig is there. */
export const isAvailable = ({ status }: HostedCluster): boolean =>
  has(status?.conditions, 'Available', 'True') && status?.kubeconfig !== undefined

/** Whether a hosted cluster has completely become a version. */
export function isAtVersion({ status }: HostedCluster, version: string): boolean {
  const newest = status?.version?.history?.[0]
  return newest?.version === version && newest.state === 'Completed'
}

/** Whether all nodes of a pool are there, are well, and have a version. */
export const isPoolSettled = ({ spec, status }: NodePool, version: string): boolean =>
  status?.replicas === spec.replicas &&
  status?.version === version &&
  has(status.conditions, 'AllNodesHealthy', 'True') &&
  !has(status.conditions, 'UpdatingVersion', 'True')

/** Whether all pods of a deployment are available, and those of before are gone. */
export const isRolledOut = ({ spec, status }: Deployment): boolean =>
  status?.availableReplicas === spec?.replicas && status?.replicas === spec?.replicas

/** How a hosted cluster is, for people. */
export function describeHostedCluster({ metadata, status }: HostedCluster): string {
  const newest = status?.version?.history?.[0]
  const version = `${newest?.version ?? ''} ${newest?.state ?? ''}`.trim()
  const deleting = metadata.deletionTimestamp !== undefined
  const says = messageOf(status?.conditions, deleting ? 'Deleting' : 'Available')
  return [version, says ?? (deleting ? 'deleting' : 'new')].filter((part) => part !== '').join(': ')
}

/** How a pool is, for people. */
export function describeNodePool({ metadata, spec, status }: NodePool): string {
  const nodes = `${status?.replicas ?? 0} of ${spec.replicas ?? 0} nodes`
  if (metadata.deletionTimestamp !== undefined) return `${nodes}, deleting`
  const conditions = status?.conditions
  const version = status?.version ? `, ${status.version}` : ''
  const trouble =
    (has(conditions, 'UpdatingVersion', 'True') && messageOf(conditions, 'UpdatingVersion')) ||
    (has(conditions, 'AllNodesHealthy', 'False') && messageOf(conditions, 'AllNodesHealthy'))
  return `${nodes}${version}${trouble ? `: ${trouble}` : ''}`
}

/** Longer messages list what everybody can see elsewhere. */
const LONGEST_MESSAGE = 100

/** What a condition says, on one line. */
function messageOf(conditions: readonly Reading[] | undefined, type: string): string | undefined {
  const text = find(conditions, type)
    ?.message?.trim()
    .replaceAll(/\s*\n\s*/g, ', ')
  return text !== undefined && text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE - 3)}...` : text
}
