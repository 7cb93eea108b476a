import type { Ctx, Result } from '@skep/controller'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.ts'
import { isProvisioned } from '../contract.ts'
import { UNSERVED_RETRY_MS } from '../externals.ts'
import { isDeleting } from '../objects.ts'
import { type External, type FullReference, referenceOf, valueAt } from '../references.ts'
import { followReference, mirrorOf, takeEndpoint } from './references.ts'
import type { ClusterScope, ClusterStep } from './scope.ts'

const TYPE = 'InfrastructureReady'
const WAITING = 'WaitingForInfrastructure'

/** Follows the provider's part of a cluster. What was made once stays made, whatever is said later. */
export const followInfrastructure: ClusterStep = async (ctx, scope) => {
  const { cluster } = scope
  const reference = referenceOf(cluster.spec?.infrastructureRef)
  if (!reference) {
    if (!isDeleting(cluster)) markReady(scope, ctx.clock.now())
    return {}
  }
  scope.infrastructure = await followReference(scope, cluster.spec?.infrastructureRef)
  if (scope.infrastructure) takeState(ctx, scope, scope.infrastructure)
  else if (!isDeleting(cluster)) return awaitInfrastructure(scope, reference, ctx.clock.now())
  return {}
}

/** A cluster that names no part of a provider has all that it needs. */
function markReady({ cluster: { status } }: ClusterScope, now: number): void {
  status.infrastructureReady = true
  setCondition(status, isTrue(TYPE), now)
}

async function awaitInfrastructure(
  { cluster: { status }, parts }: ClusterScope,
  reference: FullReference,
  now: number,
): Promise<Result> {
  if (status.infrastructureReady) throw new Error(`${reference.kind} has been deleted after being provisioned`)
  setCondition(status, isFalse(TYPE, WAITING, 'Info'), now)
  return (await parts.externals.kindOf(reference)) ? {} : { requeueAfterMs: UNSERVED_RETRY_MS }
}

function takeState(ctx: Ctx, scope: ClusterScope, infrastructure: External): void {
  const { cluster } = scope
  const { status, metadata } = cluster
  const isReady = isProvisioned(infrastructure)
  setCondition(status, mirrorOf(scope, TYPE, infrastructure, { isReady, waiting: WAITING }), ctx.clock.now())
  if (isDeleting(infrastructure) || !(isReady || status.infrastructureReady)) return
  takeEndpoint(scope, infrastructure)
  takeFailureDomains(scope)
  if (status.infrastructureReady) return
  status.infrastructureReady = true
  const message = `Cluster ${metadata.name} InfrastructureReady is now True`
  ctx.events.record(cluster, { type: 'Normal', reason: 'InfrastructureReady', message })
}

type FailureDomains = NonNullable<ClusterScope['cluster']['status']['failureDomains']>

function takeFailureDomains({ cluster, infrastructure }: ClusterScope): void {
  const domains = infrastructure && valueAt(infrastructure, 'status', 'failureDomains')
  if (typeof domains !== 'object' || domains === null || Array.isArray(domains)) return
  // The server checks that they are what the status of a cluster has.
  cluster.status.failureDomains = structuredClone(domains) as FailureDomains
}
