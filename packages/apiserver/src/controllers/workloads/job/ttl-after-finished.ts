import type { Job } from '@skep/api'
import { type ControllerContext, type ControllerDefinition, ownKey, serviceAccount } from '../../controller.ts'
import { deleteIfThere } from '../../delete-if-there.ts'
import { JOBS } from '../../resources.ts'
import { isDeleted } from '../pods/pod-state.ts'
import { isFinished } from './job.ts'

/** Removes Jobs that have ended, as long after as they say. */
export function ttlAfterFinishedController({ clock }: ControllerContext): ControllerDefinition {
  return {
    name: 'ttl-after-finished',
    identity: serviceAccount('ttl-after-finished-controller'),
    watches: [JOBS],
    keysOf: (event) => (event.type === 'put' && expiryOf(event.object as Job) !== undefined ? [ownKey(event)] : []),
    reconcile: async ({ namespace, name }, cluster) => {
      const job = cluster.objects.get(JOBS, namespace, name) as Job | undefined
      const expiry = job && expiryOf(job)
      if (!job || expiry === undefined) return undefined
      const rest = expiry - clock.now()
      if (rest > 0) return { requeueAfterMs: rest }
      await deleteIfThere(cluster, JOBS, job.metadata, { propagationPolicy: 'Foreground' })
      return undefined
    },
  }
}

/** When a Job is to go, in ms; undefined when it is not. */
function expiryOf(job: Job): number | undefined {
  const { ttlSecondsAfterFinished } = job.spec
  if (ttlSecondsAfterFinished === undefined || isDeleted(job) || !isFinished(job)) return undefined
  const end = job.status?.conditions?.find(({ type }) => type === 'Complete' || type === 'Failed')
  return Date.parse(end?.lastTransitionTime ?? '') + ttlSecondsAfterFinished * 1000
}
