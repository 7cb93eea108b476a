import { ClusterVersion } from '@skep/api'
import type { Stored } from '@skep/client'
import { asJson, jsonEqual } from '@skep/schema'
import { upgradeDurationMs } from '../upgrades/duration.ts'
import { upgradeProgress } from '../upgrades/version-progress.ts'
import type { Deployment } from './deployment/scope.ts'
import type { HiveParts } from './parts.ts'
import { tenantIdOf } from './remote-clusters.ts'

/** What a cluster says of its version now, and when it will have more to say. */
export interface SettledVersion {
  readonly version: ClusterVersion
  readonly dueInMs?: number
}

/**
 * Does for the clusters that are ours what their version operator would do: goes to the release that they are asked to be.
 * Real clusters have one of their own, and are left alone.
 */
export async function settleVersion(
  { tenants, behaviours, clock }: HiveParts,
  deployment: Deployment,
  version: Stored<ClusterVersion>,
): Promise<SettledVersion> {
  const tenant = tenants.get(tenantIdOf(deployment) ?? '')
  const wanted = version.spec.desiredUpdate?.version
  if (!tenant || !wanted) return { version }
  const durationMs = upgradeDurationMs(behaviours, deployment)
  const { status, dueInMs } = upgradeProgress(version.status, { wanted, durationMs, now: clock.now() })
  if (!version.status || !jsonEqual(asJson(status), asJson(version.status))) {
    await tenant.client.updateStatus(ClusterVersion, { ...version, status })
  }
  return { version: { ...version, status }, ...(dueInMs === undefined ? {} : { dueInMs }) }
}
