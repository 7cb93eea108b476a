import type { Pod } from '@skep/api'
import { type Backoff, createBackoff, LruMap } from '@skep/base'
import type { ControllerContext } from '../../controller.ts'
import type { PodOwner } from '../pods/pod-control.ts'

const REMEMBERED = 4096

interface Record {
  readonly failures: number
  readonly until: number
}

/** Slows the replacement of daemons down that fail again and again on the same node. */
export class FailedPods {
  readonly #context: ControllerContext
  readonly #backoff: Backoff
  readonly #records = new LruMap<Record>(REMEMBERED)

  constructor(context: ControllerContext) {
    this.#context = context
    this.#backoff = createBackoff({ baseMs: 1_000, maxMs: 15 * 60_000, random: context.random })
  }

  /** Of pods to be removed, those whose time has come; and how long until that of the first of the others. */
  sift(owner: PodOwner, pods: readonly Pod[]): { due: Pod[]; wait: number | undefined } {
    const waits = pods.map((pod) => this.#waitOf(owner, pod))
    const longer = waits.filter((wait) => wait > 0)
    return {
      due: pods.filter((_, index) => waits[index] === 0),
      wait: longer.length > 0 ? Math.min(...longer) : undefined,
    }
  }

  #waitOf({ cluster, events, component, object }: PodOwner, pod: Pod): number {
    const phase = pod.status?.phase
    const { namespace, name } = pod.metadata
    const where = `daemon pod ${namespace}/${name} on node ${pod.spec?.nodeName}`
    if (phase === 'Succeeded') {
      const message = `Found succeeded ${where}, will try to delete it`
      events.record(cluster, object, { component, reason: 'SucceededDaemonPod', message })
    }
    if (phase !== 'Failed') return 0
    const key = `${cluster.id}/${object.metadata.uid}/${pod.spec?.nodeName}`
    const now = this.#context.clock.now()
    const { failures, until } = this.#records.get(key) ?? { failures: 0, until: 0 }
    if (until > now) return until - now
    this.#records.set(key, { failures: failures + 1, until: now + this.#backoff.delay(failures) })
    const message = `Found failed ${where}, will try to kill it`
    events.record(cluster, object, { component, type: 'Warning', reason: 'FailedDaemonPod', message })
    return 0
  }
}
