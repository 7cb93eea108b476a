import { ClusterDeployment } from '@skep/api'
import { mergeResults } from '@skep/controller'
import { resumeDeadline } from './clusters.ts'
import type { PoolStep } from './scope.ts'

/**
 * Lets the oldest unclaimed clusters run, as many as shall run and one for every claim that waits, and the others sleep.
 */
export const setPower: PoolStep = async (_ctx, { parts, pool, clusters, waiting }) => {
  const running = (pool.spec.runningCount ?? 0) + waiting.length
  for (const [index, { metadata, spec }] of clusters.in('installing', 'standby', 'ready').entries()) {
    const powerState = index < running ? 'Running' : 'Hibernating'
    if (spec.powerState === powerState) continue
    const body = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { powerState } }
    await parts.client.patch(ClusterDeployment, metadata, { type: 'merge', body })
  }
  return {}
}

/** Comes back when a cluster that resumes will have taken too long: nothing else would tell. */
export const watchResuming: PoolStep = (ctx, { pool, clusters }) =>
  mergeResults(
    clusters.in('standby').flatMap((deployment) => {
      const deadline = resumeDeadline(pool, deployment)
      return deadline === undefined ? [] : [{ requeueAfterMs: Math.max(0, deadline - ctx.clock.now()) }]
    }),
  )
