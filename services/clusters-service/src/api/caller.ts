import type { ServiceRequest } from '@skep/service'
import { badRequest, forbidden, notFound } from '../model/problem.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import { type ApiBase, ARO_HCP } from './api-base.ts'
import type { ApiParts } from './parts.ts'

/** Whose clusters are those of callers that say nothing of an organisation, or cannot be asked. */
const DEFAULT_ORGANIZATION = 'default'

/** The organisation that a caller acts for. */
export function organizationOf(request: ServiceRequest): string {
  const claim = request.caller?.claims['org_id'] ?? request.caller?.claims['organization_id']
  return typeof claim === 'string' && claim !== '' ? claim : DEFAULT_ORGANIZATION
}

/** What restricts a caller to the clusters of their organisation; nothing where authentication is off. */
export const visibleTo = (request: ServiceRequest): Record<string, string> =>
  request.caller ? { 'service.organizationId': organizationOf(request) } : {}

/**
 * Refuses changes of what belongs to all organisations, such as shards: whoever changes those sees the credentials of
 * everybody's clusters. Where nobody is asked who they are, everybody may.
 */
export function requireAdministrator(
  { isAdministrator }: Pick<ApiParts, 'isAdministrator'>,
  { caller, method, path }: ServiceRequest,
): void {
  if (caller && !isAdministrator?.(caller)) throw forbidden(`Only administrators may ${method} '${path}'`)
}

/** Whether a caller may know of a cluster. */
export const maySee = (request: ServiceRequest, { organizationId }: Pick<ClusterRecord, 'organizationId'>): boolean =>
  !request.caller || organizationId === organizationOf(request)

/** The cluster that the path names, if the caller may know of it. */
export async function clusterOf(parts: ApiParts, request: ServiceRequest): Promise<ClusterRecord> {
  const id = request.params['cluster_id'] ?? ''
  const record = await parts.clusters.get(id)
  if (!record || !maySee(request, record)) throw notFound('Cluster', id)
  return record
}

/** The cluster that the path names, if this API may change it now. */
export async function writableClusterOf(
  parts: ApiParts,
  base: ApiBase,
  request: ServiceRequest,
): Promise<ClusterRecord> {
  const record = await clusterOf(parts, request)
  requireBase(base, record)
  return record
}

/** Clusters on Azure are changed through the API made for them, and the other way round not at all. */
export function requireBase(base: ApiBase, { cluster }: Pick<ClusterRecord, 'cluster'>): void {
  if (cluster.cloud_provider?.id === 'azure' && base !== ARO_HCP) {
    throw badRequest('ARO-HCP related clusters operation can only be performed using ARO-HCP endpoint')
  }
}

/** Refuses changes of a cluster on its way out. */
export function requireAlive({ id, deletion }: ClusterRecord): void {
  if (deletion) throw badRequest(`Cluster '${id}' is being uninstalled`)
}

/** Refuses what takes a cluster that is up. */
export function requireReady({ id, cluster }: ClusterRecord): void {
  if (cluster.state !== 'ready') throw badRequest(`Cluster '${id}' isn't ready, it is in state '${cluster.state}'`)
}
