import { HostedCluster, Namespace, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { clusterNamespace } from '../manifests/cluster-deployment.ts'
import { pullSecret } from '../manifests/secrets.ts'
import { wasBuilt } from '../observe/observe.ts'
import type { Observed } from '../observe/observed.ts'
import { createOnce } from '../steps/scope.ts'
import { keepBreakGlass } from './break-glass.ts'
import { hostedCluster } from './manifests.ts'
import { keepHostedPools, letGo } from './node-pools.ts'
import { observeHosted, pendingHosted } from './observe.ts'
import { type HostedScope, hostedRef, releaseImage } from './scope.ts'
import { keepHostedUpgrades } from './upgrades.ts'

/** How soon to look whether a shard has told of a version. */
const LOOK_AGAIN_MS = 30_000

/** Brings a hosted cluster one step further than its shard has it, and says how it does. */
export async function keepHosted(scope: HostedScope, now: number): Promise<Observed> {
  const { order, session, parts } = scope
  const image = releaseImage(scope, order.record.cluster.version?.raw_id)
  const known = session.hostedClusters.get(hostedRef(order))
  if (!known && !wasBuilt(order.record) && image === undefined) {
    const version = order.record.cluster.version?.id ?? 'any version'
    return pendingHosted(`No shard has told of the release of ${version} yet`, LOOK_AGAIN_MS)
  }
  const hosted = known ?? (await makeHosted(scope, image))
  const children = await parts.children.listAll(order.record.id)
  const upgrade = hosted ? await keepHostedUpgrades(scope, hosted, children, now) : {}
  const compute = await keepHostedPools(scope, hosted, children, now)
  await letGo(parts, children)
  const glassMs = await keepBreakGlass(scope, children, now)
  const { observation, ...rest } = observeHosted(order, hosted)
  const { version, recheckAfterMs = Number.POSITIVE_INFINITY } = upgrade
  const nextMs = Math.min(recheckAfterMs, glassMs ?? Number.POSITIVE_INFINITY)
  return {
    ...rest,
    observation: {
      ...observation,
      status: { ...observation.status, current_compute: compute },
      ...(version ? { upgradedTo: version } : {}),
    },
    ...(Number.isFinite(nextMs) ? { recheckAfterMs: nextMs } : {}),
  }
}

async function makeHosted(scope: HostedScope, image: string | undefined): Promise<Stored<HostedCluster> | undefined> {
  const { order, session, signal, parts } = scope
  const { hive: client } = session.clients
  // Before anybody is told that a cluster is lost, its shard is asked.
  if (wasBuilt(order.record) || image === undefined) return client.get(HostedCluster, hostedRef(order), { signal })
  await createOnce(client, Namespace, clusterNamespace(order), signal)
  await createOnce(client, Secret, pullSecret(order, parts.pullSecret), signal)
  const made = await createOnce(client, HostedCluster, hostedCluster(order, image), signal)
  return made ?? client.get(HostedCluster, hostedRef(order), { signal })
}
