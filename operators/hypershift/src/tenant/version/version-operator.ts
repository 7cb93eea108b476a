import { ClusterVersion } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import type { HypershiftParts, Release } from '../../contracts.ts'
import { behaviourOf } from '../../control-plane/behaviour.ts'
import { enabledCapabilities } from '../config/capabilities.ts'
import type { ForeignWrites } from '../config/foreign-writes.ts'
import { type ControlPlane, type ControlPlanes, VERSION_OPERATOR } from '../control-planes.ts'
import { readyNodes } from '../nodes/readiness.ts'
import type { Tenant } from '../tenants.ts'
import { settleClusterVersion } from './cluster-version.ts'
import { settleOperators } from './operators.ts'
import { progressOf } from './progress.ts'

/** Brings clusters to their release, as the version operator in their control plane would. */
export type VersionOperator = (
  ctx: Ctx,
  tenant: Tenant,
  controlPlane: ControlPlane,
  release: Release,
) => Promise<VersionOutcome>

/** The version of a cluster as it was left, and when there is more to do. */
export interface VersionOutcome extends Result {
  readonly version?: Stored<ClusterVersion>
}

/** Works as soon as the operator runs in the release that is wanted. */
export const createVersionOperator =
  (
    parts: Pick<HypershiftParts, 'manager' | 'behaviours'>,
    controlPlanes: ControlPlanes,
    foreignWrites: ForeignWrites,
  ): VersionOperator =>
  async ({ clock }, tenant, controlPlane, release) => {
    const version = await settleClusterVersion(tenant, controlPlane)
    const running = controlPlanes.componentVersion(tenant.namespace, VERSION_OPERATOR)
    if (!version) return {}
    if (running !== release.version) return { version }
    const behaviour = behaviourOf(parts, controlPlane)
    const now = clock.now()
    const { status, completed, nextMs } = progressOf(version.status, {
      release,
      channel: controlPlane.spec.channel,
      capabilities: enabledCapabilities(controlPlane),
      generation: version.metadata.generation ?? 1,
      durationMs: behaviour.durationMs('ClusterVersion'),
      failure: behaviour.failureOf('ClusterVersion'),
      hasNodes: readyNodes(tenant) > 0,
      now,
    })
    const { client } = tenant.api
    // The cluster is complete when its operators are, not before.
    if (completed) {
      const settings = foreignWrites.clientOf(tenant.namespace, client)
      await settleOperators(settings, controlPlane, { release, complete: true, now })
    }
    const isSaid = jsonEqual(asJson(status), asJson(version.status ?? {}))
    const said = isSaid ? version : await client.updateStatus(ClusterVersion, { ...version, status })
    return { version: said, ...(nextMs === undefined ? {} : { requeueAfterMs: nextMs }) }
  }
