import type { Event } from '@skep/api'
import { ROOT_CLUSTER } from '../http/request-info.ts'
import type { ControllerContext, ControllerDefinition, ObjectKey } from './controller.ts'
import { deleteIfThere } from './delete-if-there.ts'
import { type Due, DueTimes } from './due-times.ts'
import type { ObjectEvent } from './object-event.ts'

const EVENTS = { group: '', resource: 'events' }
const LIFETIME_MS = 60 * 60 * 1_000

/** Stands for all events of all clusters. */
const ALL: ObjectKey = { clusterId: ROOT_CLUSTER, namespace: '', name: '' }

const SEPARATOR = '|'

/**
 * Removes events an hour after they last changed, within a minute. There may be very many of them, so all wait for one
 * timer: that of the next.
 */
export function eventExpiryController(context: ControllerContext): ControllerDefinition {
  const { clock } = context
  const dueTimes = new DueTimes()
  return {
    name: 'event-ttl',
    watches: [EVENTS],
    keysOf: (event) => {
      const before = dueTimes.next
      const { clusterId } = event
      if (event.type === 'put') dueTimes.set(clusterId, keyOf(event), lastSeen(event.object as Event) + LIFETIME_MS)
      else dueTimes.delete(clusterId, keyOf(event))
      return dueTimes.next === before ? [] : [ALL]
    },
    reconcile: async () => {
      await Promise.all(dueTimes.due(clock.now()).map((due) => expire(context, dueTimes, due)))
      const { next } = dueTimes
      return next === undefined ? undefined : { requeueAfterMs: next - clock.now() }
    },
    clusterGone: (clusterId) => dueTimes.forget(clusterId),
  }
}

const keyOf = ({ namespace, name }: ObjectEvent): string => namespace + SEPARATOR + name

async function expire({ cluster }: ControllerContext, dueTimes: DueTimes, { clusterId, key }: Due): Promise<void> {
  const [namespace = '', name = ''] = key.split(SEPARATOR)
  const owner = cluster(clusterId)
  if (owner) await deleteIfThere(owner, EVENTS, { namespace, name })
  dueTimes.delete(clusterId, key)
}

function lastSeen({ lastTimestamp, series, metadata }: Event): number {
  const times = [lastTimestamp, series?.lastObservedTime, metadata.creationTimestamp].map((time) =>
    Date.parse(time ?? ''),
  )
  return Math.max(...times.filter((time) => !Number.isNaN(time)), 0)
}
