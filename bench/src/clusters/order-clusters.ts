import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../measure.ts'
import { type Programs, RELEASE } from './programs.ts'
import type { ServiceClient } from './service-client.ts'

/** What it took to bring so many clusters from their orders to ready. */
export interface OrderedClusters {
  readonly clusters: number
  readonly perSecond: number
  /** CPU time of each program for one cluster. */
  readonly serviceCpuMs: number
  readonly simulatorCpuMs: number
}

const CONNECTIONS = 32
/** Machine types that orders take turns with; one in twenty has the first. */
const MACHINE_TYPES = ['m5.2xlarge', ...Array.from({ length: 19 }, () => 'm5.xlarge')]
const POLL_MS = 50
/** Nothing may stand still for longer. */
const PATIENCE_MS = 60_000

/** Resolves when the service takes orders. */
export async function readyForOrders(client: ServiceClient): Promise<void> {
  const deadline = now() + PATIENCE_MS
  while (!(await client.offers(RELEASE))) {
    if (now() > deadline) throw new Error(`the service does not offer ${RELEASE}`)
    await sleep(POLL_MS)
  }
}

/** Orders clusters number `from` to `to`, and waits until all that were ever ordered are ready. */
export async function orderClusters(
  { service, simulator }: Programs,
  client: ServiceClient,
  from: number,
  to: number,
): Promise<OrderedClusters> {
  const before = { service: service.cpuMs(), simulator: simulator.cpuMs() }
  const started = now()
  let next = from
  const order = async () => {
    while (next < to) await client.order(clusterOrder(next++))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, order))
  await allReady(client, to)
  const clusters = to - from
  return {
    clusters,
    perSecond: clusters / ((now() - started) / 1_000),
    serviceCpuMs: (service.cpuMs() - before.service) / clusters,
    simulatorCpuMs: (simulator.cpuMs() - before.simulator) / clusters,
  }
}

/** A cluster whose name and nested attributes tell it from the others. */
const clusterOrder = (index: number): object => ({
  name: `bench-${String(index).padStart(6, '0')}`,
  cloud_provider: { id: 'aws' },
  region: { id: 'us-east-1' },
  product: { id: 'osd' },
  version: { id: RELEASE },
  managed: true,
  nodes: { compute: 2 + (index % 50), compute_machine_type: { id: MACHINE_TYPES[index % MACHINE_TYPES.length] } },
  properties: { team: `team-${index % 100}` },
})

async function allReady(client: ServiceClient, count: number): Promise<void> {
  let last = { total: 0, at: now() }
  for (;;) {
    const { total } = await client.search("state = 'ready'", 0)
    if (total >= count) return
    if (total > last.total) last = { total, at: now() }
    if (now() - last.at > PATIENCE_MS) throw await standstill(client, count - total)
    await sleep(POLL_MS)
  }
}

async function standstill(client: ServiceClient, missing: number): Promise<Error> {
  const { items } = await client.search("state != 'ready'", 1)
  return new Error(`${missing} clusters do not become ready, such as ${JSON.stringify(items[0])}`)
}
