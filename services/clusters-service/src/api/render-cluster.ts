import type { JsonObject } from '@skep/schema'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { render, renderLink, renderListLink } from './render.ts'

/** The lists of every cluster that have an address of their own, by attribute. */
const LISTS: Readonly<Record<string, string>> = {
  addons: 'AddOnInstallation',
  groups: 'Group',
  identity_providers: 'IdentityProvider',
  ingresses: 'Ingress',
  inflight_checks: 'InflightCheck',
  aws_infrastructure_access_role_grants: 'AWSInfrastructureAccessRoleGrant',
}

const EXTERNAL_CONFIGURATION: Readonly<Record<string, string>> = {
  syncsets: 'Syncset',
  labels: 'Label',
  manifests: 'Manifest',
}

/** A cluster as clients see it. Secrets and bookkeeping are not part of what is rendered. */
export function renderCluster(base: ApiBase, record: ClusterRecord): JsonObject {
  const path = `/clusters/${record.id}`
  return {
    ...render('Cluster', base, path, record.id, record.cluster),
    ...renderLinks(base, record),
    ...renderLists(base, path, record),
    status: renderStatus(base, record),
    external_configuration: renderExternalConfiguration(base, record),
    autoscaler: { kind: 'ClusterAutoscalerLink', href: `${base.path}${path}/autoscaler` },
  }
}

/** Where what is kept in a cluster from outside is listed; it has an address of its own. */
export function renderExternalConfiguration(base: ApiBase, { id }: ClusterRecord): JsonObject {
  const path = `/clusters/${id}/external_configuration`
  return {
    kind: 'ExternalConfiguration',
    href: `${base.path}${path}`,
    ...listLinks(base, path, EXTERNAL_CONFIGURATION),
  }
}

/** The status of a cluster, which also has an address of its own. */
export const renderStatus = (base: ApiBase, record: ClusterRecord): JsonObject =>
  render('ClusterStatus', base, `/clusters/${record.id}/status`, record.id, {
    state: record.cluster.state,
    ...record.cluster.status,
  })

function renderLinks(base: ApiBase, { cluster, shardId }: ClusterRecord): JsonObject {
  const provider = cluster.cloud_provider?.id
  const links: JsonObject = {}
  const add = (name: string, kind: string, path: string, id: string | undefined) => {
    if (id !== undefined) links[name] = renderLink(kind, base, `${path}/${id}`, id)
  }
  add('cloud_provider', 'CloudProvider', '/cloud_providers', provider)
  add('region', 'CloudRegion', `/cloud_providers/${provider}/regions`, cluster.region?.id)
  add('flavour', 'Flavour', '/flavours', cluster.flavour?.id)
  add('product', 'Product', '/products', cluster.product?.id)
  add('provision_shard', 'ProvisionShard', '/provision_shards', shardId)
  const { version, subscription } = cluster
  if (version?.id !== undefined) {
    // Clients read the number and the channel group of the version without asking for the version itself.
    links['version'] = render('Version', base, `/versions/${version.id}`, version.id, version)
  }
  if (subscription?.id !== undefined) {
    const { id } = subscription
    links['subscription'] = { kind: 'SubscriptionLink', id, href: `/api/accounts_mgmt/v1/subscriptions/${id}` }
  }
  return links
}

function renderLists(base: ApiBase, path: string, { cluster }: ClusterRecord): JsonObject {
  const pools: Record<string, string> = cluster.hypershift?.enabled
    ? { node_pools: 'NodePool' }
    : { machine_pools: 'MachinePool' }
  return listLinks(base, path, { ...LISTS, ...pools })
}

const listLinks = (base: ApiBase, path: string, lists: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(lists).map(([name, kind]) => [name, renderListLink(kind, base, `${path}/${name}`)]))
