import type { Event } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ControllerContext, ControllerDefinition } from './controller.ts'

const EVENTS = { group: '', resource: 'events' }
const LIFETIME_MS = 60 * 60 * 1_000

/** Removes events an hour after they last changed. */
export function eventExpiryController({ clock }: ControllerContext): ControllerDefinition {
  return {
    name: 'event-ttl',
    watches: [EVENTS],
    keysOf: ({ type, clusterId, namespace, name }) => (type === 'put' ? [{ clusterId, namespace, name }] : []),
    reconcile: async ({ namespace, name }, cluster) => {
      const event = cluster.objects.get(EVENTS, namespace, name) as Event | undefined
      if (!event) return undefined
      const rest = lastSeen(event) + LIFETIME_MS - clock.now()
      if (rest > 0) return { requeueAfterMs: rest }
      try {
        await cluster.objects.delete(EVENTS, namespace, name)
      } catch (error) {
        if (!hasReason(error, 'NotFound')) throw error
      }
      return undefined
    },
  }
}

function lastSeen({ lastTimestamp, series, metadata }: Event): number {
  const times = [lastTimestamp, series?.lastObservedTime, metadata.creationTimestamp].map((time) =>
    Date.parse(time ?? ''),
  )
  return Math.max(...times.filter((time) => !Number.isNaN(time)), 0)
}
