import type { DeploymentStatus } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { Outcome } from '../../controller.ts'
import { DEPLOYMENTS } from '../../resources.ts'
import { isSame } from '../status-writer.ts'
import { findCondition } from './conditions.ts'
import { REVISION } from './replica-sets.ts'
import { hasDeadline, type RolloutScope } from './scope.ts'
import { deadlineOf, isComplete } from './status.ts'

/** Beyond the deadline, for times of conditions are in whole seconds. */
const MARGIN_MS = 1000

/** Writes how far a deployment is, and comes back when it should have got on. */
export async function report(
  scope: RolloutScope,
  statusOf: (scope: RolloutScope) => DeploymentStatus,
): Promise<Outcome | undefined> {
  const status = statusOf(scope)
  await write(scope, status)
  const { deployment, context } = scope
  const progressing = findCondition(status.conditions ?? [], 'Progressing')
  const isOver = isComplete(deployment, status) || progressing?.reason === 'ProgressDeadlineExceeded'
  if (!hasDeadline(scope) || deployment.spec.paused || !progressing || isOver) return undefined
  return { requeueAfterMs: Math.max(0, deadlineOf(deployment, progressing) - context.clock.now()) + MARGIN_MS }
}

/** The revision is in the metadata, but tells of the same and is written with the status. */
async function write({ cluster, deployment, sets }: RolloutScope, status: DeploymentStatus): Promise<void> {
  const { metadata } = deployment
  const revision = sets.current?.metadata.annotations?.[REVISION]
  const isRevisionKept = revision === undefined || metadata.annotations?.[REVISION] === revision
  if (isRevisionKept && isSame(deployment.status, status)) return
  await cluster.objects.modify(
    DEPLOYMENTS,
    metadata.namespace ?? '',
    metadata.name ?? '',
    (stored) => (stored.metadata.uid === metadata.uid ? withStatus(stored, status, revision) : undefined),
    { subresource: 'status' },
  )
}

function withStatus(stored: KubeObject, status: DeploymentStatus, revision: string | undefined): KubeObject {
  const annotations = { ...stored.metadata.annotations, ...(revision !== undefined && { [REVISION]: revision }) }
  return { ...stored, metadata: { ...stored.metadata, annotations }, status } as KubeObject
}
