import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import { offeredVersions } from '../catalog/offered.ts'
import { checkCluster, checkNames } from '../model/cluster/check.ts'
import type { Cluster } from '../model/cluster/cluster.ts'
import { clusterType } from '../model/cluster/cluster-type.ts'
import { withDefaults } from '../model/cluster/defaults.ts'
import { checkKnown } from '../model/cluster/known.ts'
import { newId } from '../model/ids.ts'
import { readNew } from '../model/input.ts'
import type { NewCluster } from '../records/clusters.ts'
import { type ApiBase, ARO_HCP } from './api-base.ts'
import { requireBase } from './caller.ts'
import { checkExpiration } from './expiration.ts'
import { catalogForOrders } from './flavours.ts'
import type { ApiParts } from './parts.ts'

/** Turns the body of an order into what is stored; refuses what could never become a cluster, but for its place. */
export async function readOrder(
  parts: ApiParts,
  base: ApiBase,
  organizationId: string,
  body: JsonObject,
): Promise<NewCluster> {
  const { document, secrets } = readNew(clusterType, body)
  const catalog = await catalogForOrders(parts)
  const cloudProvider = base === ARO_HCP ? 'azure' : 'aws'
  const cluster = withDefaults(document, { catalog, random: parts.random, cloudProvider })
  requireBase(base, { cluster })
  checkNames(cluster)
  checkCluster(cluster)
  checkKnown(cluster, catalog)
  const id = cluster.id ?? newId(parts.clock, parts.random)
  return {
    id,
    cluster: { ...newborn(parts, cluster), id },
    service: { organizationId, desiredPowerState: 'Running' },
    secrets,
    children: cluster.hypershift?.enabled ? firstNodePool(parts, cluster) : [defaultIngress(parts, cluster)],
  }
}

/** What the service itself says of a cluster that has just been ordered. */
function newborn(parts: ApiParts, cluster: Cluster): Cluster {
  return {
    ...cluster,
    version: orderedVersion(parts, cluster),
    ...checkExpiration(parts, cluster),
    creation_timestamp: formatTime(parts.clock.now()),
    state: 'pending',
    status: {
      state: 'pending',
      description: '',
      dns_ready: false,
      oidc_ready: false,
      configuration_mode: 'full',
      limited_support_reason_count: 0,
    },
  }
}

/** The version with its number and channel group, as far as shards have told of it. */
function orderedVersion({ driver }: ApiParts, { version, cloud_provider: cloud }: Cluster): Cluster['version'] {
  const known = offeredVersions(driver.catalog, cloud?.id).find(({ id }) => id === version?.id)
  return known ? { ...version, raw_id: known.raw_id, channel_group: known.channel_group } : version
}

/** The node pool that an order for a hosted cluster asks for with its nodes; on Azure, pools are ordered one by one. */
function firstNodePool({ clock }: ApiParts, { nodes, cloud_provider: cloud }: Cluster): NewCluster['children'] {
  const { compute, autoscale_compute: range, compute_machine_type: type, compute_labels: labels } = nodes ?? {}
  if (cloud?.id === 'azure' || (compute === undefined && !range)) return []
  const state = { value: 'pending', last_updated_timestamp: formatTime(clock.now()) }
  const body = {
    ...(range
      ? { autoscaling: { min_replica: range.min_replicas ?? 0, max_replica: range.max_replicas ?? 0 } }
      : { replicas: compute ?? 0 }),
    auto_repair: true,
    ...(type?.id === undefined ? {} : { aws_node_pool: { instance_type: type.id } }),
    ...(labels ? { labels } : {}),
    status: { state, current_replicas: 0 },
  }
  return [{ collection: 'node_pools', id: 'workers', body }]
}

function defaultIngress(parts: ApiParts, cluster: Cluster): NewCluster['children'][number] {
  const id = parts.random.uint32().toString(36).padStart(4, '0').slice(-4)
  const listening = cluster.api?.listening ?? 'external'
  return { collection: 'ingresses', id, body: { default: true, listening, load_balancer_type: 'classic' } }
}
