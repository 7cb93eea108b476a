import { openMemoryStore } from '@skep/store'
import { describe, expect, it } from 'vitest'
import type { RequestInfo } from '../contracts.ts'
import { InFlight } from '../http/in-flight.ts'
import { Counter, formatLabels, Histogram } from './exposition.ts'
import { ServerMetrics } from './server-metrics.ts'

const list: RequestInfo = {
  clusterId: 'root',
  path: '/api/v1/namespaces/a/pods',
  verb: 'list',
  isResource: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'a',
  name: '',
}

describe('metrics', () => {
  it('escape label values', () => {
    expect(formatLabels({ path: 'a"b\\c\nd' })).toBe('{path="a\\"b\\\\c\\nd"}')
  })

  it('count per combination of labels', () => {
    const counter = new Counter('x_total', 'Xs.')
    for (const code of [200, 200, 404]) counter.increment(String(code), () => ({ code }))

    expect(counter.expose()).toBe(
      '# HELP x_total Xs.\n# TYPE x_total counter\nx_total{code="200"} 2\nx_total{code="404"} 1\n',
    )
  })

  it('sum up the buckets of a histogram', () => {
    const histogram = new Histogram('x_seconds', 'X.', [1, 2])
    for (const value of [0.5, 1.5, 9]) histogram.observe('', value, () => ({}))

    expect(histogram.expose()).toContain(
      'x_seconds_bucket{le="1"} 1\nx_seconds_bucket{le="2"} 2\nx_seconds_bucket{le="+Inf"} 3\nx_seconds_sum 11\nx_seconds_count 3\n',
    )
  })

  it('show requests, watches and objects by the names of kube-apiserver', async () => {
    const store = openMemoryStore()
    await store.write({ bucket: 'root//pods', key: 'a/b', type: 'put', expect: 'any', value: () => Buffer.from('{}') })
    const metrics = new ServerMetrics(store, new InFlight({ reading: 1, writing: 1 }))

    metrics.answered(list, 200, 0.01)
    metrics.watchOpened(list)

    const text = metrics.expose()
    expect(text).toContain(
      'apiserver_request_total{verb="LIST",group="",version="v1",resource="pods",subresource="",scope="namespace",component="apiserver",code="200"} 1',
    )
    expect(text).toContain('apiserver_longrunning_requests{verb="WATCH",group="",version="v1",resource="pods"} 1')
    expect(text).toContain('apiserver_storage_objects{resource="pods"} 1')
    await store.close()
  })
})
