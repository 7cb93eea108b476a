import type { Store } from '@skep/store'
import { parseBucketName } from '../clusters/bucket-names.ts'
import type { RequestInfo } from '../contracts.ts'
import type { InFlight } from '../http/in-flight.ts'
import { Counter, Gauge, Histogram, type Metric } from './exposition.ts'

/** The bounds that kube-apiserver uses, thinned out where nobody looks. */
const SECONDS = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]

/** What `/metrics` shows, by the names that dashboards of kube-apiserver know. */
export class ServerMetrics {
  readonly #requests = new Counter('apiserver_request_total', 'Requests by verb, resource, scope and code.')
  readonly #durations = new Histogram('apiserver_request_duration_seconds', 'Time to answer a request.', SECONDS)
  readonly #watches = new Map<string, number>()
  readonly #metrics: readonly Metric[]

  constructor(store: Store, inFlight: InFlight) {
    this.#metrics = [
      this.#requests,
      this.#durations,
      new Gauge('apiserver_current_inflight_requests', 'Requests under way, long-running ones apart.', () => [
        [{ request_kind: 'readOnly' }, inFlight.reading],
        [{ request_kind: 'mutating' }, inFlight.writing],
      ]),
      new Gauge('apiserver_longrunning_requests', 'Watches under way.', () => this.#openWatches()),
      new Gauge('apiserver_storage_objects', 'Objects in the store, of all logical clusters.', () =>
        storedObjects(store),
      ),
      new Gauge('process_resident_memory_bytes', 'Resident memory.', () => [[{}, process.memoryUsage.rss()]]),
      new Gauge('process_start_time_seconds', 'Start of the process since the Unix epoch.', () => [
        [{}, performance.timeOrigin / 1_000],
      ]),
    ]
  }

  /** Counts an answer; `seconds` is undefined for those that go on, like watches. */
  answered(info: RequestInfo, code: number, seconds: number | undefined): void {
    const what = `${info.verb} ${info.group} ${info.version} ${info.resource} ${info.subresource} ${scopeOf(info)}`
    this.#requests.increment(`${what} ${code}`, () => ({ ...labelsOf(info), code }))
    if (seconds !== undefined) this.#durations.observe(what, seconds, () => labelsOf(info))
  }

  /** Counts a watch until the returned function is called. */
  watchOpened({ group, version, resource }: RequestInfo): () => void {
    const key = `${group} ${version} ${resource}`
    this.#watches.set(key, (this.#watches.get(key) ?? 0) + 1)
    return () => void this.#watches.set(key, (this.#watches.get(key) ?? 1) - 1)
  }

  expose(): string {
    return this.#metrics.map((metric) => metric.expose()).join('')
  }

  *#openWatches(): Iterable<readonly [Record<string, string>, number]> {
    for (const [key, count] of this.#watches) {
      const [group = '', version = '', resource = ''] = key.split(' ')
      yield [{ verb: 'WATCH', group, version, resource }, count]
    }
  }
}

const scopeOf = ({ name, namespace, isResource }: RequestInfo): string =>
  !isResource ? '' : name !== '' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster'

function labelsOf(info: RequestInfo): Record<string, string> {
  const { verb, group, version, resource, subresource } = info
  // What is no resource has no bound on its paths; they are counted together.
  const shown = info.isResource
    ? { group, version, resource, subresource }
    : { group: '', version: '', resource: '', subresource: '' }
  return { verb: verb.toUpperCase(), ...shown, scope: scopeOf(info), component: 'apiserver' }
}

function storedObjects(store: Store): Iterable<readonly [Record<string, string>, number]> {
  const counts = new Map<string, number>()
  for (const bucket of store.buckets()) {
    const content = parseBucketName(bucket)
    if (!content) continue
    const name = content.group === '' ? content.resource : `${content.resource}.${content.group}`
    counts.set(name, (counts.get(name) ?? 0) + store.count(bucket))
  }
  return [...counts].map(([resource, count]) => [{ resource }, count] as const)
}
