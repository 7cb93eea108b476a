import { setImmediate } from 'node:timers/promises'
import { startApiServer } from '@skep/apiserver'
import { Connection } from './connection.ts'
import { measure, now } from './measure.ts'
import { collectionPath, crd, order, orderPath } from './objects.ts'
import type { ServerProcess } from './server-process.ts'

export interface ObjectGrowth {
  objects: number
  createPerSecond: number
  getP50Ms: number
  listByLabelOfHundredMs: number
  residentMb: number
}

const NAMESPACE = 'bench-growth'

/** The same requests against ever more objects: the cost of one must not depend on how many there are. */
export async function objectGrowth(server: ServerProcess, sizes: readonly number[]): Promise<ObjectGrowth[]> {
  const connections = await Promise.all(Array.from({ length: 32 }, () => Connection.open(server.target)))
  const [first] = connections
  await first!.must('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: JSON.stringify(crd) })
  await first!.must('POST', '/api/v1/namespaces', { body: JSON.stringify({ metadata: { name: NAMESPACE } }) })
  const rows: ObjectGrowth[] = []
  let existing = 0
  for (const size of sizes) {
    const offset = existing
    const created = await measure(connections, size - offset, (connection, index) => {
      const object = order(NAMESPACE, `g-${offset + index}`, index, now())
      // A hundred objects carry each label value, so that what a selection returns does not grow.
      object.metadata.labels.shard = `shard-${Math.floor((offset + index) / 100)}`
      return connection.must('POST', collectionPath(NAMESPACE), { body: JSON.stringify(object) })
    })
    existing = size
    const got = await measure(connections.slice(0, 1), 500, (connection, index) =>
      connection.must('GET', orderPath(NAMESPACE, `g-${(index * 7_919) % size}`)),
    )
    const selector = `${collectionPath(NAMESPACE)}?labelSelector=${encodeURIComponent('shard=shard-5')}`
    const selected = await measure(connections.slice(0, 1), 50, (connection) => connection.must('GET', selector))
    rows.push({
      objects: size,
      createPerSecond: created.perSecond,
      getP50Ms: got.p50,
      listByLabelOfHundredMs: selected.p50,
      residentMb: server.residentMb(),
    })
  }
  for (const connection of connections) connection.close()
  return rows
}

export interface ClusterGrowth {
  clusters: number
  createMs: number
  idleKilobytesEach: number
}

/** Logical clusters in one process: what making one costs, and what an idle one holds. */
export async function clusterGrowth(sizes: readonly number[]): Promise<ClusterGrowth[]> {
  const server = await startApiServer()
  const rows: ClusterGrowth[] = []
  await server.clusters.create('warm-up')
  let existing = 0
  for (const size of sizes) {
    const before = await settledMemory()
    const started = now()
    const added = size - existing
    for (; existing < size; existing++) await server.clusters.create(`bench-${existing}`)
    const createMs = (now() - started) / added
    rows.push({ clusters: size, createMs, idleKilobytesEach: ((await settledMemory()) - before) / added / 1_024 })
  }
  await server.close()
  return rows
}

/**
 * Heap and buffers after collections; run node with --expose-gc for figures that mean something. What one collection finds
 * unused may hold more, which goes a turn later and with the next.
 */
async function settledMemory(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
