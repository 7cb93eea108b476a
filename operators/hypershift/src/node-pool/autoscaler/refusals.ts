import type { Pod } from '@skep/api'
import { createEventRecorder, type EventRecorder } from '@skep/controller'
import type { HostedApi } from '@skep/sim'
import type { NodePoolParts } from '../scope.ts'

/** Tells tenants, once, that no node is coming for a pod of theirs, where they look for it: in the events of the pod. */
export class Refusals {
  readonly #events: EventRecorder
  /** What was said of pods that still wait, by uid. */
  #told: ReadonlyMap<string, string> = new Map()

  constructor({ clock, random, log }: NodePoolParts, { client }: HostedApi) {
    this.#events = createEventRecorder({ client, clock, random, log, component: 'cluster-autoscaler' })
  }

  /** Tells of those of which something else was said before, or nothing. */
  tell(refused: ReadonlyMap<Pod, readonly string[]>): void {
    const now = new Map<string, string>()
    for (const [pod, reasons] of refused) {
      if (reasons.length === 0) continue
      const { uid = '' } = pod.metadata
      const message = `pod didn't trigger scale-up: ${counted(reasons)}`
      now.set(uid, message)
      if (this.#told.get(uid) === message) continue
      this.#events.record(pod, { type: 'Normal', reason: 'NotTriggerScaleUp', message })
    }
    this.#told = now
  }
}

/** Reasons with how many pools have each. */
function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
}
