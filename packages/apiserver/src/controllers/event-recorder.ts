import type { Event } from '@skep/api'
import { type Clock, formatMicroTime, formatTime, type Logger } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../contracts.ts'
import { EventThrift, type Verdict } from './event-thrift.ts'

const EVENTS = { group: '', resource: 'events' }

/** What a controller has to say about an object. */
export interface Observation {
  /** Who says it: `deployment-controller`. */
  readonly component: string
  /** Normal unless given. */
  readonly type?: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** What was done or tried, for components that report in the newer form. */
  readonly action?: string
}

/** Tells users what happens to their objects, in the events that `kubectl describe` shows. */
export class EventRecorder {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #thrift = new EventThrift()
  readonly #pending = new Set<Promise<void>>()
  #sequence = 0

  constructor({ clock, log }: { clock: Clock; log: Logger }) {
    this.#clock = clock
    this.#log = log
  }

  /** Records an event without waiting for it: a controller's work does not depend on being heard. */
  record(cluster: ClusterView, about: KubeObject, observation: Observation): void {
    const { component, type = 'Normal', reason, message } = observation
    const subject = [cluster.id, component, about.kind, about.metadata.uid, type].join('|')
    const verdict = this.#thrift.judge(subject, reason, message, this.#clock.now())
    if (!verdict) return
    const release = this.#clock.hold()
    const written = this.#write(cluster, about, observation, verdict)
      .catch((error) => this.#log.debug('Recording an event failed', { reason, error }))
      .finally(() => {
        this.#pending.delete(written)
        release()
      })
    this.#pending.add(written)
  }

  /** Resolves when everything that was said is written. */
  async flush(): Promise<void> {
    await Promise.all(this.#pending)
  }

  async #write(cluster: ClusterView, about: KubeObject, observation: Observation, verdict: Verdict): Promise<void> {
    const namespace = about.metadata.namespace || 'default'
    const { key, earlier } = verdict
    if (earlier && (await this.#countUp(cluster, namespace, earlier, { ...observation, message: verdict.message })))
      return
    if (earlier) this.#thrift.lost(key)
    const name = `${about.metadata.name}.${this.#uniqueSuffix()}`
    // Known before it is written, so that the next one of the same moment counts it up.
    this.#thrift.recorded(key, name)
    const event = { ...this.#body(about, observation), metadata: { name, namespace }, message: verdict.message }
    await cluster.objects.create(EVENTS, namespace, event)
  }

  /** False when the event is gone. */
  async #countUp(
    cluster: ClusterView,
    namespace: string,
    name: string,
    { action, message }: Observation,
  ): Promise<boolean> {
    const now = this.#clock.now()
    const changed = await cluster.objects.modify(EVENTS, namespace, name, (stored) => {
      const event = stored as Event
      if (action === undefined) {
        return { ...event, message, count: (event.count ?? 1) + 1, lastTimestamp: formatTime(now) } as Event
      }
      const series = { count: (event.series?.count ?? 1) + 1, lastObservedTime: formatMicroTime(now) }
      return { ...event, series } as Event
    })
    return changed !== undefined
  }

  #body(about: KubeObject, { component, type = 'Normal', reason, message, action }: Observation): Event {
    const now = this.#clock.now()
    const { namespace, name, uid, resourceVersion } = about.metadata
    const involvedObject = { apiVersion: about.apiVersion, kind: about.kind, namespace, name, uid, resourceVersion }
    const common = { apiVersion: 'v1', kind: 'Event', metadata: {}, involvedObject, type, reason, message }
    if (action !== undefined) {
      const reporter = { reportingComponent: component, reportingInstance: component }
      return { ...common, ...reporter, action, eventTime: formatMicroTime(now) } as Event
    }
    const time = formatTime(now)
    const times = { firstTimestamp: time, lastTimestamp: time, count: 1 }
    return { ...common, ...times, source: { component }, reportingComponent: component } as Event
  }

  /** Two events of the same moment must not have the same name. */
  #uniqueSuffix(): string {
    const nanos = BigInt(this.#clock.now()) * 1_000_000n + BigInt(this.#sequence++ % 1_000_000)
    return nanos.toString(16)
  }
}
