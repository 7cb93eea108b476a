import { type Ctx, isConditionTrue, setCondition } from '@skep/controller'
import type { Scope } from './website.reconciler.ts'

/** Says in the status what the phases found, also when one of them threw. */
export function reportStatus(ctx: Ctx, { website, deployment }: Scope): void {
  const { generation: observedGeneration, deletionTimestamp } = website.metadata
  const conditions = (website.status ??= {}).conditions ?? []
  const wanted = website.spec.replicas
  const available = deployment?.status?.availableReplicas ?? 0
  const ready = deployment !== undefined && available >= wanted
  const became = setCondition(
    conditions,
    {
      type: 'Ready',
      status: ready ? 'True' : 'False',
      reason: ready ? 'AllAvailable' : 'WaitingForServers',
      message: `${available} of ${wanted} servers are available`,
      ...(observedGeneration === undefined ? {} : { observedGeneration }),
    },
    ctx.clock.now(),
  )
  if (became && isConditionTrue(conditions, 'Ready')) {
    ctx.events.record(website, { type: 'Normal', reason: 'Ready', message: 'All servers show the page' })
  }
  const phase = deletionTimestamp ? 'Deleting' : ready ? 'Ready' : 'Pending'
  website.status = {
    ...website.status,
    phase,
    conditions,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  }
}
