import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '@skep/schema'
import { checkCluster } from '../model/cluster/check.ts'
import type { Cluster } from '../model/cluster/cluster.ts'
import { clusterType } from '../model/cluster/cluster-type.ts'
import { checkMachineType } from '../model/cluster/known.ts'
import { readChange } from '../model/input.ts'
import { badRequest } from '../model/problem.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import { requireAlive } from './caller.ts'
import { checkExpiration } from './expiration.ts'
import type { ApiParts } from './parts.ts'

/** Applies the body of a change to a cluster, again when somebody else was faster. */
export function changeCluster(parts: ApiParts, id: string, body: JsonObject): Promise<ClusterRecord> {
  return parts.clusters.change(id, (record) => {
    requireAlive(record)
    const current: JsonObject = { ...record.cluster }
    const { document, secrets } = readChange(clusterType, oneWayOfScaling(current, body), body)
    const changed: Cluster = { ...document, properties: keepShard(record, document) }
    checkCluster(changed)
    keepRoles(record, changed)
    const machineType = changed.nodes?.compute_machine_type?.id
    if (machineType !== record.cluster.nodes?.compute_machine_type?.id) {
      checkMachineType(machineType, changed.cloud_provider?.id, parts.driver.catalog)
    }
    if (changed.expiration_timestamp !== record.cluster.expiration_timestamp) checkExpiration(parts, changed)
    return { cluster: changed, secrets }
  })
}

/** A number of nodes takes the place of limits, and limits that of a number; sending both is refused later on. */
function oneWayOfScaling(current: JsonObject, body: JsonObject): JsonObject {
  const nodes = current['nodes']
  const change = body['nodes']
  if (!isObject(nodes) || !isObject(change)) return current
  const { compute, autoscale_compute: autoscaling, ...rest } = nodes
  if (change['compute'] !== undefined && change['autoscale_compute'] === undefined) {
    return { ...current, nodes: { ...rest, ...(compute === undefined ? {} : { compute }) } }
  }
  if (change['autoscale_compute'] !== undefined && change['compute'] === undefined) {
    return { ...current, nodes: { ...rest, ...(autoscaling === undefined ? {} : { autoscale_compute: autoscaling }) } }
  }
  return current
}

/** Roles are named when the cluster waits for them, and stay what they are from then on. */
function keepRoles({ cluster: before }: ClusterRecord, changed: Cluster): void {
  if (before.state === 'waiting') return
  for (const name of ['operator_iam_roles', 'oidc_endpoint_url'] as const) {
    if (isDeepStrictEqual(before.aws?.sts?.[name], changed.aws?.sts?.[name])) continue
    throw badRequest(`Attribute 'aws.sts.${name}' is immutable and can't be changed`)
  }
}

/** Properties are replaced as a whole, but for the shard, which is the service's word once it is chosen. */
function keepShard({ shardId }: ClusterRecord, document: Cluster): Record<string, string> {
  const properties = document.properties ?? {}
  const sent = properties['provision_shard_id']
  if (shardId === undefined) return properties
  if (sent !== undefined && sent !== shardId) {
    throw badRequest("Attribute 'properties.provision_shard_id' is immutable and can't be changed")
  }
  return { ...properties, provision_shard_id: shardId }
}
