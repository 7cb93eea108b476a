import type { Condition, ControlPlaneComponent, Deployment, HostedCluster, NodePool } from '@skep/api'

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

/** How a hosted cluster is, for people, given what its control plane consists of. */
export function describeHostedCluster(
  { metadata, status }: HostedCluster,
  components: readonly ControlPlaneComponent[],
): string {
  const newest = status?.version?.history?.[0]
  const version = `${newest?.version ?? ''} ${newest?.state ?? ''}`.trim()
  const deleting = metadata.deletionTimestamp !== undefined
  const upgrade = deleting ? undefined : describeUpgrade(status, components)
  const says = upgrade ?? messageOf(status?.conditions, deleting ? 'Deleting' : 'Available')
  return [version, says ?? (deleting ? 'deleting' : 'new')].filter((part) => part !== '').join(': ')
}

/** How much of a control plane that answers all the while has another version by now. */
function describeUpgrade(
  status: HostedCluster['status'],
  components: readonly ControlPlaneComponent[],
): string | undefined {
  const [newest, former] = status?.controlPlaneVersion?.history ?? []
  if (!former || newest?.state !== 'Partial' || !has(status?.conditions, 'Available', 'True')) return undefined
  const upgraded = components.filter((component) => component.status?.version === newest.version)
  return `${upgraded.length} of ${components.length} components of the control plane have become ${newest.version}`
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
