import { describe, expect, it } from 'vitest'
import { Metrics } from './metrics.ts'

describe('metrics', () => {
  it('count', () => {
    const metrics = new Metrics()
    const requests = metrics.counter('requests_total', 'Requests.', ['code'])

    requests.add(['200'])
    requests.add(['200'], 2)
    requests.add(['4"0\\4\n'])

    expect(metrics.text()).toBe(
      '# HELP requests_total Requests.\n# TYPE requests_total counter\n' +
        'requests_total{code="200"} 3\nrequests_total{code="4\\"0\\\\4\\n"} 1\n',
    )
  })

  it('go up and down, or are looked up', () => {
    const metrics = new Metrics()
    let depth = 0
    metrics.gauge('depth', 'Depth.', [], (gauge) => gauge.set([], depth))

    depth = 7

    expect(metrics.text()).toContain('depth 7\n')
  })

  it('say what is beyond all numbers as Prometheus does', () => {
    const metrics = new Metrics()
    const speed = metrics.gauge('speed', 'Speed.', ['of'])

    speed.set(['light'], Number.POSITIVE_INFINITY)
    speed.set(['dark'], Number.NEGATIVE_INFINITY)

    expect(metrics.text()).toContain('speed{of="light"} +Inf\nspeed{of="dark"} -Inf\n')
  })

  it('forget what is not there any more when they are looked up', () => {
    const metrics = new Metrics()
    const shards = new Set(['east', 'west'])
    metrics.gauge('up', 'Up.', ['shard'], (gauge) => {
      for (const shard of shards) gauge.set([shard], 1)
    })
    metrics.text()

    shards.delete('west')

    expect(metrics.text()).toBe('# HELP up Up.\n# TYPE up gauge\nup{shard="east"} 1\n')
  })

  it('tell how figures are distributed', () => {
    const metrics = new Metrics()
    const seconds = metrics.histogram('seconds', 'Seconds.', ['who'], [0.1, 1])

    for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(['me'], value)

    expect(metrics.text()).toBe(
      '# HELP seconds Seconds.\n# TYPE seconds histogram\n' +
        'seconds_bucket{who="me",le="0.1"} 2\nseconds_bucket{who="me",le="1"} 3\nseconds_bucket{who="me",le="+Inf"} 4\n' +
        'seconds_sum{who="me"} 3.65\nseconds_count{who="me"} 4\n',
    )
  })

  it('have one name each', () => {
    const metrics = new Metrics()
    metrics.counter('requests_total', 'Requests.', [])

    expect(() => metrics.counter('requests_total', 'Requests.', [])).toThrow(
      'the metric requests_total is there already',
    )
  })
})
