import { ManifestWork } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import { type Client, Informer, isObjectMissing } from '@skep/client'
import { addFinalizer, createStatusWriter, dropFinalizer, newestCopies } from '@skep/controller'
import { WORK_FINALIZER } from '../names.ts'
import type { WorkSource } from './work-source.ts'

/** What it takes to follow the works of a namespace. */
export interface KubernetesSourceDependencies {
  readonly hubClient: Client
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** The works in the namespace that a hub has for a cluster. */
export function createKubernetesSource(
  { hubClient, clock, random, log }: KubernetesSourceDependencies,
  clusterNamespace: string,
): WorkSource {
  // A hub must not seem silent because simulated time leaps.
  const timing = { clock: clock.outside ?? clock, random, log }
  const works = new Informer(hubClient, ManifestWork, { namespace: clusterNamespace, ...timing })
  const newest = newestCopies(works)
  const writeStatus = createStatusWriter(hubClient, ManifestWork)
  return {
    get: (name) => newest.get({ namespace: clusterNamespace, name }),
    onChange: (handler) => works.onChange(handler),
    run: (signal) => works.run(signal),
    waitForSync: (signal) => works.waitForSync(signal),
    addFinalizer: async (work) => {
      await addFinalizer(hubClient, ManifestWork, work, WORK_FINALIZER)
    },
    removeFinalizer: (work) => dropFinalizer(hubClient, ManifestWork, work, WORK_FINALIZER),
    writeStatus: async (before, after) => {
      try {
        await writeStatus(before, after)
        newest.keep(after)
      } catch (error) {
        if (!isObjectMissing(error)) throw error
      }
    },
  }
}
