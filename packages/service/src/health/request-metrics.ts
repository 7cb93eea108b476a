import type { Metrics } from '@skep/base'

/** Counts answers. */
export interface RequestMetrics {
  answered(method: string, path: string, status: number, milliseconds: number): void
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Counts requests under the names that dashboards of OCM services know. */
export function requestMetrics(metrics: Metrics, service: string): RequestMetrics {
  const labels = ['apiservice', 'method', 'path', 'code']
  const count = metrics.counter('api_inbound_request_count', 'Requests by method, path and code.', labels)
  const duration = metrics.histogram('api_inbound_request_duration', 'Seconds to answer a request.', labels, SECONDS)
  return {
    answered: (method, path, status, milliseconds) => {
      const values = [service, METHODS.has(method) ? method : 'other', path || '/-', String(status)]
      count.add(values)
      duration.observe(values, milliseconds / 1_000)
    },
  }
}
