import type { ClusterDeployment } from '@skep/api'
import type { ClaimView } from './claim.ts'
import { conditionOf, ifTrue, textOf } from './conditions.ts'
import { type Observed, observationOf } from './observed.ts'

/** What is left of a cluster that is being deleted, in the order in which it goes. */
export interface Remains {
  readonly deployment?: ClusterDeployment
  readonly claim?: ClaimView
  readonly namespace?: string
}

/** How the removal of a cluster goes: what it waits for, and what keeps that from going. */
export function observeRemoval({ deployment, claim, namespace }: Remains): Observed {
  const description = deployment
    ? waitingForDeployment(deployment)
    : claim
      ? `Waiting for ${claim.kind} ${claim.metadata.namespace}/${claim.metadata.name} to go`
      : `Waiting for namespace ${namespace} to go`
  return { observation: observationOf({ state: 'uninstalling', description }) }
}

function waitingForDeployment({ metadata, status }: ClusterDeployment): string {
  const waiting = `Waiting for ClusterDeployment ${metadata.namespace}/${metadata.name} to be removed`
  const provisioned = conditionOf(status?.conditions, 'Provisioned')
  const failed =
    ifTrue(status?.conditions, 'DeprovisionLaunchError') ??
    (provisioned?.reason === 'DeprovisionFailed' ? provisioned : undefined)
  return failed ? `${waiting}, which is held up by ${textOf(failed)}` : waiting
}
