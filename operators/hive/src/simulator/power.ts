import { ClusterDeployment } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { type Reconciler, withOwnStatus } from '@skep/controller'
import type { ConditionTemplate } from '@skep/sim'
import { POWER, type PowerStatement } from '../full/power/statements.ts'
import { withConditions } from './conditions.ts'

/** Whether a cluster that is there is to sleep or to run, and does not yet. Clusters run unless they say otherwise. */
export const isToChangePower = ({ metadata, spec, status }: Stored<ClusterDeployment>): boolean =>
  metadata.deletionTimestamp === undefined &&
  spec.installed === true &&
  (spec.powerState || 'Running') !== (status?.powerState || 'Running')

/** Lets clusters sleep and run as soon as somebody wishes it: there are no machines here that would take their time. */
export const powerReconciler =
  (client: Client): Reconciler =>
  async (ctx, key) => {
    const before = await client.get(ClusterDeployment, key, { signal: ctx.signal })
    if (!before || !isToChangePower(before)) return {}
    const statement = before.spec.powerState === 'Hibernating' ? POWER.hibernating('Cluster is stopped') : POWER.running
    const after = withOwnStatus(before)
    after.status = { ...after.status, ...(statement.powerState && { powerState: statement.powerState }) }
    after.status.conditions = withConditions(after.status.conditions, conditionsOf(statement), ctx.clock.now())
    await client.patchStatus(ClusterDeployment, before, after)
    return {}
  }

const conditionsOf = ({ hibernating, ready }: PowerStatement): ConditionTemplate[] => [
  ...(hibernating ? [{ type: 'Hibernating', ...hibernating }] : []),
  ...(ready ? [{ type: 'Ready', ...ready }] : []),
]
