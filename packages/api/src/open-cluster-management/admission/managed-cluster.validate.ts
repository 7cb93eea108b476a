import { checkDnsLabel, goQuote } from '@skep/schema'
import { ManagedCluster } from '../managed-cluster.ts'
import { ManagedClusterSet } from '../managed-cluster-set.ts'
import { badRequest, forbidden, type HubRefusal, type RequiredPermission } from './refusal.ts'

/** Says which set a cluster belongs to. */
export const CLUSTER_SET_LABEL = 'cluster.open-cluster-management.io/clusterset'

/** Refuses a cluster whose name cannot be that of a namespace, or whose API has no address by https. */
export function validateManagedCluster({ metadata, spec }: ManagedCluster): HubRefusal | undefined {
  const complaints = checkDnsLabel(metadata.name ?? '')
  const problems = [
    ...(complaints.length === 0 ? [] : [`metadata.name format is not correct: ${complaints.join(',')}`]),
    ...(spec?.managedClusterClientConfigs ?? [])
      .filter(({ url }) => !isHttps(url))
      .map(({ url }) => `url ${goQuote(url)} is invalid in client configs`),
  ]
  return problems.length === 0 ? undefined : badRequest(problems.join('\n'))
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** Whether a request lets a cluster in that was not let in before. */
export const isAccepted = ({ spec }: ManagedCluster, stored: ManagedCluster | undefined): boolean =>
  spec?.hubAcceptsClient === true && stored?.spec?.hubAcceptsClient !== true

/** Refuses to let a cluster in while the namespace of the one before it goes. */
export const terminatingNamespace = (name: string): HubRefusal =>
  acceptForbidden(name, `cluster namespace ${goQuote(name)} is terminating`)

/** What it takes to let a cluster in, and to move it between sets. */
export function managedClusterPermissions(
  cluster: ManagedCluster,
  stored: ManagedCluster | undefined,
  username: string,
): RequiredPermission[] {
  const sets = [setOf(stored), setOf(cluster)]
  const moved = sets[0] === sets[1] ? [] : sets.filter((set) => set !== '')
  return [
    ...(isAccepted(cluster, stored) ? [acceptPermission(cluster.metadata.name ?? '', username)] : []),
    ...moved.map((set) => joinPermission(set, username)),
  ]
}

const setOf = (cluster: ManagedCluster | undefined): string => cluster?.metadata.labels?.[CLUSTER_SET_LABEL] ?? ''

const acceptPermission = (name: string, username: string): RequiredPermission => ({
  attributes: {
    group: 'register.open-cluster-management.io',
    resource: 'managedclusters',
    subresource: 'accept',
    verb: 'update',
    name,
  },
  refusal: acceptForbidden(name, `user ${goQuote(username)} cannot update the HubAcceptsClient field`),
})

const acceptForbidden = (name: string, why: string): HubRefusal =>
  forbidden('managedclusters/accept', ManagedCluster.group, name, why)

const joinPermission = (set: string, username: string): RequiredPermission => ({
  attributes: {
    group: ManagedClusterSet.group,
    resource: ManagedClusterSet.plural,
    subresource: 'join',
    verb: 'create',
    name: set,
  },
  refusal: forbidden(
    'managedclustersets/join',
    ManagedClusterSet.group,
    set,
    `user ${goQuote(username)} cannot add/remove a ManagedCluster to/from ManagedClusterSet ${goQuote(set)}`,
  ),
})
