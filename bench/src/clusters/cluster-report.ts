import { loadavg } from 'node:os'
import { number, table } from '../report.ts'
import type { OrderedClusters } from './order-clusters.ts'
import type { SearchResult } from './search-clusters.ts'

/** Everything that was measured of the way from an order to a cluster. */
export interface ClusterResult {
  /** The first clusters, after some to warm up. */
  readonly first: OrderedClusters
  /** As many clusters more, when there were so many already. */
  readonly last: OrderedClusters
  readonly existing: number
  readonly serviceKilobytesEach: number
  readonly simulatorKilobytesEach: number
  readonly searches: readonly SearchResult[]
  /** How busy the machine was, by itself and by this. */
  readonly loadAverage: number
}

const TARGETS = { perSecond: 200, cpuMs: 8, searchP99Ms: 20, growth: 1.5 }

/** The load average of the last minute. */
export const currentLoad = (): number => loadavg()[0]!

/** CPU time of both programs for one cluster. */
const cpuOf = ({ serviceCpuMs, simulatorCpuMs }: OrderedClusters): number => serviceCpuMs + simulatorCpuMs

/** One table of figures with their targets, one of the searches. */
export function clusterTables(result: ClusterResult): string {
  const { first, last, searches } = result
  const growth = cpuOf(last) / cpuOf(first)
  const rows = [
    atLeast(`clusters /s, ${first.clusters} from order to ready`, first.perSecond, TARGETS.perSecond),
    atMost('CPU ms each, both programs', cpuOf(first), TARGETS.cpuMs),
    plain('  of it the service', first.serviceCpuMs),
    plain('  of it the simulator', first.simulatorCpuMs),
    plain(`clusters /s up to ${result.existing}`, last.perSecond),
    plain('  CPU ms each, service', last.serviceCpuMs),
    plain('  CPU ms each, simulator', last.simulatorCpuMs),
    atMost(`CPU each up to ${result.existing}, times the first`, growth, TARGETS.growth),
    plain('memory KB each, service', result.serviceKilobytesEach),
    plain('memory KB each, simulator', result.simulatorKilobytesEach),
    plain('load average of the machine', result.loadAverage),
  ]
  const found = searches.map(({ name, p50, p99 }) => [
    name,
    number(p50),
    ...atMost('', p99, TARGETS.searchP99Ms).slice(1),
  ])
  return [
    table(['', 'measured', 'target', 'reached'], rows),
    table([`search of ${result.existing}`, 'p50 ms', 'p99 ms', 'target', 'reached'], found),
  ].join('\n\n')
}

const plain = (label: string, value: number): string[] => [label, number(value), '', '']

const atLeast = (label: string, value: number, target: number): string[] => [
  label,
  number(value),
  `>= ${target}`,
  value >= target ? 'yes' : 'NO',
]

const atMost = (label: string, value: number, target: number): string[] => [
  label,
  number(value),
  `<= ${target}`,
  value <= target ? 'yes' : 'NO',
]
