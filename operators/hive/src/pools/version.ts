import { createHash } from 'node:crypto'
import type { ClusterPool } from '@skep/api'
import { asJson } from '@skep/schema'
import { ANNOTATIONS } from '../labels.ts'
import { sortedJson } from '../sorted-json.ts'
import { type PoolClusters, type PoolDeployment, UNCLAIMED } from './clusters.ts'

/** A hash of everything in a pool that makes its clusters what they are. */
export function poolVersion({ spec }: ClusterPool): string {
  const { platform, baseDomain, imageSetRef, installConfigSecretTemplateRef, customizationRef, inventory } = spec
  const made = [
    platform,
    baseDomain,
    imageSetRef,
    installConfigSecretTemplateRef ?? null,
    customizationRef ?? null,
    // Which entries there are does not matter: a new one is no reason to install all clusters again.
    inventory !== undefined,
  ]
  // The spec is JSON; that its parts are interfaces hides it from the compiler.
  return createHash('sha256')
    .update(sortedJson(asJson(made)))
    .digest('hex')
}

/** Unclaimed clusters that are not what the pool now says. */
export interface StaleClusters {
  /** Nobody knows what they were made of. */
  readonly unknown: PoolDeployment[]
  readonly outdated: PoolDeployment[]
  /** Their customization has left the inventory. */
  readonly uncustomized: PoolDeployment[]
}

/** Finds them, oldest first. */
export function findStale(pool: ClusterPool, clusters: PoolClusters, version: string): StaleClusters {
  const stale: StaleClusters = { unknown: [], outdated: [], uncustomized: [] }
  const inventory = new Set((pool.spec.inventory ?? []).map(({ name }) => name))
  for (const deployment of clusters.in(...UNCLAIMED)) {
    const made = deployment.metadata.annotations?.[ANNOTATIONS.clusterPoolSpecHash]
    const customization = deployment.spec.clusterPoolRef?.clusterDeploymentCustomization?.name
    if (!made) stale.unknown.push(deployment)
    else if (made !== version) stale.outdated.push(deployment)
    else if (customization && !inventory.has(customization)) stale.uncustomized.push(deployment)
  }
  return stale
}
