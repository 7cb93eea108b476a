import { ManifestWork } from '@skep/api'
import type { Client } from '@skep/client'
import { findCondition, type Manager, type Reconciler } from '@skep/controller'

/** Deletes works that are complete, as long after that as they say. */
export function addTtlController(manager: Manager, hubClient: Client): void {
  manager.add({ name: 'manifest-work-ttl', kind: ManifestWork, reconcile: deleteComplete(manager, hubClient) })
}

const deleteComplete = (manager: Manager, hubClient: Client): Reconciler => {
  const works = manager.informersOf(hubClient).of(ManifestWork)
  return async ({ clock, log }, ref) => {
    const work = works.get(ref)
    const ttlSeconds = work?.spec?.deleteOption?.ttlSecondsAfterFinished
    const complete = findCondition(work?.status?.conditions, 'Complete')
    if (!work || work.metadata.deletionTimestamp || ttlSeconds === undefined || complete?.status !== 'True') return {}
    const leftMs = Date.parse(complete.lastTransitionTime) + ttlSeconds * 1_000 - clock.now()
    if (leftMs > 0) return { requeueAfterMs: leftMs }
    log.info('Deleting a complete work', { reason: 'its time after completion is over', ttlSeconds })
    await hubClient.delete(ManifestWork, ref, { preconditions: { uid: work.metadata.uid } })
    return {}
  }
}
