import { loadavg } from 'node:os'
import type { Measurement } from '../measure.ts'
import { number, table } from '../report.ts'
import type { HostedBatch } from './make-hosted.ts'

/** Everything that was measured of hosted clusters. */
export interface HostedResult {
  readonly controlPlanePods: boolean
  readonly wanted: number
  /** How many there were in the end. */
  readonly existing: number
  /** The first clusters, after a few to warm up. */
  readonly first: HostedBatch
  readonly middle: HostedBatch
  /** As many clusters as the first, when all others were there. */
  readonly last: HostedBatch
  readonly deleted: HostedBatch
  /** What one cluster asks of the API server, by verb and resource. */
  readonly requestsOfEach: readonly (readonly [string, number])[]
  readonly kilobytesEach: number
  /** How much of a core all clusters together need while nothing happens. */
  readonly idleCpuShare: number
  /** Lists of nodes, by users of hosted clusters, while nothing else happens. */
  readonly tenants: Measurement
}

const TARGETS = { perSecond: 100, kilobytes: 1_024, growth: 1.5 }
const SHOWN_REQUESTS = 12

type Judge = (value: number) => boolean

/** One table of figures, control planes as pods and without side by side, and what each asks of the API most often. */
export function hostedTables(results: readonly HostedResult[]): string {
  const figure = (label: string, of: (result: HostedResult) => number, target = '', isReached?: Judge): string[] => [
    label,
    ...results.flatMap((result) => [number(of(result)), isReached ? (isReached(of(result)) ? 'yes' : 'NO') : '']),
    target,
  ]
  const counts = (result: HostedResult): string[] => [
    `${result.existing} of ${result.wanted}`,
    result.existing < result.wanted ? 'NO' : 'yes',
  ]
  const rows = [
    ['hosted clusters, as far as time allowed', ...results.flatMap(counts), ''],
    figure(
      'made /s, from order to nodes',
      ({ middle }) => middle.perSecond,
      `>= ${TARGETS.perSecond}`,
      (value) => value >= TARGETS.perSecond,
    ),
    figure('CPU ms each, the first', ({ first }) => first.cpuMs),
    figure('CPU ms each, the last', ({ last }) => last.cpuMs),
    figure(
      '  times the first',
      ({ first, last }) => last.cpuMs / first.cpuMs,
      `<= ${TARGETS.growth}`,
      (value) => value <= TARGETS.growth,
    ),
    figure('API requests each', ({ requestsOfEach }) => requestsOfEach.reduce((sum, [, each]) => sum + each, 0)),
    figure(
      'memory KB each',
      (result) => result.kilobytesEach,
      `< ${TARGETS.kilobytes}`,
      (value) => value < TARGETS.kilobytes,
    ),
    figure('% of a core, all idle', ({ idleCpuShare }) => idleCpuShare * 100),
    figure('GET nodes of a tenant, p50 ms', ({ tenants }) => tenants.p50),
    figure('GET nodes of a tenant, p99 ms', ({ tenants }) => tenants.p99),
    figure('deletions /s', ({ deleted }) => deleted.perSecond),
    figure('CPU ms of each deletion', ({ deleted }) => deleted.cpuMs),
  ]
  const named = ({ controlPlanePods }: HostedResult) => (controlPlanePods ? 'with pods' : 'without')
  const head = ['', ...results.flatMap((result) => [named(result), 'reached']), 'target']
  const load = `load average of the machine: ${number(loadavg()[0]!)}`
  return [table(head, rows), load, ...results.map((result) => requestTable(named(result), result))].join('\n\n')
}

const requestTable = (name: string, { requestsOfEach }: HostedResult): string =>
  table(
    [`requests of each, ${name}`, ''],
    requestsOfEach.slice(0, SHOWN_REQUESTS).map(([what, each]) => [what, number(each)]),
  )
