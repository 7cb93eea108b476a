import type { ClusterDeployment } from '@skep/api'
import { StatusError } from '@skep/base'
import type { Stored } from '@skep/client'
import type { ChildRecord } from '../../records/child-record.ts'
import type { Observed } from '../observe/observed.ts'
import { keepLabels } from './labels.ts'
import { keepMachinePools } from './machine-pools.ts'
import { keepPower, type PowerNote } from './power.ts'
import type { ClusterScope } from './scope.ts'
import { keepSyncSets } from './sync-sets.ts'
import type { UpgradeNote } from './upgrade-note.ts'
import { keepUpgrades } from './upgrades.ts'

/** How soon to try again what a shard refused: it may have learned meanwhile. */
const REFUSED_RETRY_MS = 60_000

/** What came of looking after a cluster. */
export interface Kept {
  /** The first thing that the shard refused. */
  readonly refusal?: string | undefined
  readonly power?: PowerNote | undefined
  readonly upgrade?: UpgradeNote
}

/**
 * Looks after everything that may change while a cluster lives. What the shard refuses of one thing keeps neither the
 * others nor the cluster from going on.
 */
export async function keepDeployment(
  scope: ClusterScope,
  deployment: Stored<ClusterDeployment>,
  now: number,
  known?: readonly ChildRecord[],
): Promise<Kept> {
  const children = known ?? (await scope.parts.children.listAll(scope.order.record.id))
  const of = (collection: ChildRecord['collection']) => children.filter((child) => child.collection === collection)
  let power: PowerNote | undefined
  let upgrade: UpgradeNote = {}
  const steps = [
    async () => {
      power = await keepPower(scope, deployment)
    },
    () => keepLabels(scope, deployment, of('external_configuration/labels')),
    () => keepMachinePools(scope, of('machine_pools')),
    () => keepSyncSets(scope, [...of('external_configuration/syncsets'), ...of('autoscaler')]),
    async () => {
      upgrade = await keepUpgrades(scope, deployment, of('upgrade_policies'), now)
    },
  ]
  const refusals: string[] = []
  for (const step of steps) await step().catch((error: unknown) => refusals.push(refusalOf(scope, error)))
  return { refusal: refusals[0], power, upgrade }
}

/** What a shard says of something that it will never take; everything else is for others to explain. */
function refusalOf({ order }: ClusterScope, error: unknown): string {
  if (!(error instanceof StatusError) || (error.code !== 400 && error.code !== 422)) throw error
  return `shard ${order.shard.id} refused a change: ${error.message}`
}

/** What is seen of a cluster, with what was refused beside it. */
export function withRefusal(observed: Observed, refusal: string | undefined): Observed {
  if (refusal === undefined) return observed
  const { observation, recheckAfterMs = REFUSED_RETRY_MS } = observed
  return {
    observation: { ...observation, status: { ...observation.status, description: refusal } },
    recheckAfterMs: Math.min(recheckAfterMs, REFUSED_RETRY_MS),
    refusal,
  }
}
