import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterResult, clusterTables, currentLoad } from './cluster-report.ts'
import { orderClusters, readyForOrders } from './order-clusters.ts'
import { type Programs, startPrograms } from './programs.ts'
import { searchClusters } from './search-clusters.ts'
import { ServiceClient } from './service-client.ts'

/** How many clusters, and how many searches of each kind. */
export interface ClusterLoad {
  /** Ordered first and not counted: programs that have just started compile while they work. */
  readonly warmUp: number
  /** Ordered and measured at the beginning and at the end. */
  readonly clusters: number
  /** As many there are at the end. */
  readonly existing: number
  readonly searches: number
}

/** The usual measurement. */
export const CLUSTER_LOAD: ClusterLoad = { warmUp: 2_000, clusters: 1_000, existing: 10_000, searches: 300 }
/** Says the same of what a cluster costs, and less of growth. */
export const QUICK_CLUSTER_LOAD: ClusterLoad = { warmUp: 500, clusters: 1_000, existing: 2_500, searches: 30 }

const CONNECTIONS = 32
/** Programs that have been busy give memory back once they are not, which takes a part of the machine for a moment. */
const REST_MS = 5_000

/** Brings clusters from order to ready over HTTP, searches them, prints and returns what it took. */
export async function measureClusters(load: ClusterLoad, say: (step: string) => void): Promise<ClusterResult> {
  say('start the simulator and the clusters service')
  const programs = await startPrograms()
  const client = new ServiceClient(programs.url, CONNECTIONS)
  try {
    await readyForOrders(client)
    const result = await run(programs, client, load, say)
    console.log(`${clusterTables(result)}\n`)
    return result
  } finally {
    client.close()
    await programs.stop()
  }
}

async function run(
  programs: Programs,
  client: ServiceClient,
  { warmUp, clusters, existing, searches }: ClusterLoad,
  say: (step: string) => void,
): Promise<ClusterResult> {
  const { service, simulator } = programs
  say(`order ${clusters} clusters, after ${warmUp} to warm up`)
  await orderClusters(programs, client, 0, warmUp)
  const first = await orderClusters(programs, client, warmUp, warmUp + clusters)
  const loadAverage = currentLoad()
  const before = { service: service.residentMb(), simulator: simulator.residentMb() }
  say(`grow to ${existing}`)
  await orderClusters(programs, client, warmUp + clusters, existing - clusters)
  const last = await orderClusters(programs, client, existing - clusters, existing)
  const added = existing - warmUp - clusters
  const grown = (program: 'service' | 'simulator') =>
    ((programs[program].residentMb() - before[program]) * 1_024) / added
  const memory = { serviceKilobytesEach: grown('service'), simulatorKilobytesEach: grown('simulator') }
  say('search, after a moment of rest')
  await sleep(REST_MS)
  return { first, last, existing, ...memory, loadAverage, searches: await searchClusters(client, searches) }
}
