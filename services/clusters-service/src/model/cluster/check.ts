import { valueAt } from '../paths.ts'
import { badRequest } from '../problem.ts'
import type { Cluster } from './cluster.ts'
import { REQUIRED_AZURE } from './cluster-type.ts'
import { checkNetwork, readRange } from './network.ts'

const NAME = /^[a-z]([-a-z0-9]{0,52}[a-z0-9])?$/
/** The longest first part of a cluster's domain names. */
export const MAX_DOMAIN_PREFIX = 15
const DOMAIN_PREFIX = /^[a-z]([-a-z0-9]{0,13}[a-z0-9])?$/
/** Also the end of a namespace and a label, hence short, and of their letters. */
const ID = /^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$/

/** Everything about a cluster that is right or wrong whatever else exists, but for its names, which never change. */
export function checkCluster(cluster: Cluster): void {
  if (cluster.network) checkNetwork(cluster.network)
  checkNodes(cluster)
  checkAllowedRanges(cluster)
  if (cluster.cloud_provider?.id === 'azure') requireAzure(cluster)
  if (cluster.hypershift?.enabled && cluster.cloud_provider?.id === 'gcp') {
    throw badRequest("Attribute 'hypershift.enabled' isn't supported for cloud provider 'gcp'")
  }
}

/** Checks what a cluster that is ordered shall be called. */
export function checkNames({ id, name, domain_prefix: prefix }: Cluster): void {
  if (id !== undefined && !ID.test(id)) throw badRequest(`Attribute 'id' isn't a valid identifier: '${id}'`)
  if (name === undefined || name === '') throw badRequest("Attribute 'name' is mandatory")
  if (!NAME.test(name)) {
    throw badRequest(
      `Attribute 'name' is invalid: '${name}' must consist of at most 54 lower-case letters, digits and '-', start with a letter and end with a letter or digit`,
    )
  }
  if (prefix !== undefined && !DOMAIN_PREFIX.test(prefix)) {
    throw badRequest(
      `Attribute 'domain_prefix' is invalid: '${prefix}' must consist of at most 15 lower-case letters, digits and '-', start with a letter and end with a letter or digit`,
    )
  }
}

function checkNodes({ nodes }: Cluster): void {
  if (!nodes) return
  const { compute, autoscale_compute: range } = nodes
  if (compute !== undefined && range) {
    throw badRequest("Attributes 'nodes.compute' and 'nodes.autoscale_compute' can't be used together")
  }
  if (range) checkRange('nodes.autoscale_compute', range.min_replicas, range.max_replicas)
}

/** Checks the limits of anything that scales by itself. */
export function checkRange(attribute: string, min: number | undefined, max: number | undefined): void {
  if (min === undefined || max === undefined) {
    throw badRequest(`Attribute '${attribute}' needs both a lower and an upper limit`)
  }
  if (min > max)
    throw badRequest(`Attribute '${attribute}' has a lower limit of ${min}, which is above the upper one of ${max}`)
}

function checkAllowedRanges({ api }: Cluster): void {
  const values = api?.cidr_block_access?.allow?.values ?? []
  for (const [index, value] of values.entries()) readRange(`api.cidr_block_access.allow.values[${index}]`, value)
}

function requireAzure(cluster: Cluster): void {
  for (const path of REQUIRED_AZURE) {
    const value = valueAt(cluster, path)
    if (typeof value !== 'string' || value === '') throw badRequest(`Attribute '${path}' is mandatory`)
  }
}
