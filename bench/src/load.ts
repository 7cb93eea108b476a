import { Connection } from './connection.ts'
import { type CpuClock, type Measurement, measure, now } from './measure.ts'
import { medianLoad } from './median.ts'
import { API_VERSION, collectionPath, crd, order, orderPath } from './objects.ts'
import type { Target } from './target.ts'
import { Watchers, type WatchLatency } from './watchers.ts'

/** How much of everything. The defaults are what the published figures were measured with. */
export interface LoadOptions {
  connections: number
  watchers: number
  /** Objects in the namespace that is listed. */
  objects: number
  /** Writes of each kind. */
  writes: number
  reads: number
  lists: number
  /** A process that has just started, ours as well as the server, compiles while it works: these many rounds go before. */
  warmUpRounds: number
  /** Of so many rounds after those the middle counts, figure by figure. */
  measuredRounds: number
  /** Whether all of it is removed in the end; there is no need where the server goes, too. */
  cleanUp: boolean
}

export const DEFAULT_LOAD: LoadOptions = {
  connections: 32,
  watchers: 10,
  objects: 2_000,
  writes: 10_000,
  reads: 20_000,
  lists: 50,
  warmUpRounds: 3,
  measuredRounds: 5,
  cleanUp: true,
}

export interface LoadResult {
  create: Measurement
  get: Measurement
  mergePatch: Measurement
  statusPatch: Measurement
  apply: Measurement
  list: Measurement
  listBytes: number
  listByLabel: Measurement
  delete: Measurement
  watch: WatchLatency
}

/** Namespaces of one round: of the objects that are listed, and of those that come, change and go. */
interface Round {
  readonly listed: string
  readonly churn: string
}

const round = (name: string): Round => ({ listed: `bench-listed-${name}`, churn: `bench-churn-${name}` })

/** What the same load gave. */
export interface LoadResults {
  /** Just after the start. */
  first: LoadResult
  /** Once everything that is needed has been compiled. */
  steady: LoadResult
}

/** The load of every published figure, in order, on a server that has none of these objects yet. */
export async function runLoad(
  target: Target,
  options: LoadOptions,
  onStep: (step: string) => void,
  serverCpu?: CpuClock,
): Promise<LoadResults> {
  const connections = await Promise.all(Array.from({ length: options.connections }, () => Connection.open(target)))
  const run = (names: Round, say: (step: string) => void) => steps(target, connections, options, names, say, serverCpu)
  const before = Array.from({ length: options.warmUpRounds }, (_, index) => round(`before-${index + 1}`))
  const measured = Array.from({ length: options.measuredRounds }, (_, index) => round(`measured-${index + 1}`))
  const rounds = [...before, ...measured]
  try {
    await prepare(connections[0]!, rounds)
    let first: LoadResult | undefined
    for (const [index, names] of before.entries()) {
      onStep(`warm up with the same load, round ${index + 1} of ${before.length}`)
      const result = await run(names, () => {})
      first ??= result
    }
    const results: LoadResult[] = []
    for (const [index, names] of measured.entries()) {
      const prefix = measured.length === 1 ? '' : `round ${index + 1} of ${measured.length}: `
      results.push(await run(names, (step) => onStep(prefix + step)))
    }
    return { first: first ?? results[0]!, steady: medianLoad(results) }
  } finally {
    if (options.cleanUp) await cleanUp(connections[0]!, rounds)
    for (const connection of connections) connection.close()
  }
}

async function steps(
  target: Target,
  connections: Connection[],
  options: LoadOptions,
  { listed, churn }: Round,
  onStep: (step: string) => void,
  serverCpu: CpuClock | undefined,
): Promise<LoadResult> {
  const timed = (
    workers: Connection[],
    count: number,
    work: (connection: Connection, index: number) => Promise<unknown>,
  ): Promise<Measurement> => measure(workers, count, work, serverCpu)
  const { objects, writes, reads, lists, watchers: watcherCount } = options
  const create = (namespace: string) => (connection: Connection, index: number) =>
    connection.must('POST', collectionPath(namespace), {
      body: JSON.stringify(order(namespace, `o-${index}`, index, now())),
    })
  const patch =
    (suffix: string, body: (index: number) => object, contentType: string) => (connection: Connection, index: number) =>
      connection.must('PATCH', orderPath(churn, `o-${index % writes}`) + suffix, {
        body: JSON.stringify(body(index)),
        contentType,
      })

  onStep(`create ${objects} objects to list`)
  await timed(connections, objects, create(listed))
  const watchers = await Watchers.open(target, churn, watcherCount)

  onStep(`create ${writes} objects under ${watcherCount} watchers`)
  const created = await timed(connections, writes, create(churn))
  const watch = await watchers.collect(writes * watcherCount)
  onStep(`get ${reads}`)
  const got = await timed(connections, reads, (connection, index) =>
    connection.must('GET', orderPath(churn, `o-${index % writes}`)),
  )
  onStep(`merge patch ${writes}`)
  const mergePatch = await timed(
    connections,
    writes,
    patch('', (index) => ({ spec: { version: `4.21.${index}` } }), 'application/merge-patch+json'),
  )
  onStep(`status patch ${writes}`)
  const statusPatch = await timed(
    connections,
    writes,
    patch('/status', (index) => ({ status: { phase: 'Ready', replicas: index } }), 'application/merge-patch+json'),
  )
  onStep(`apply ${writes}`)
  const applied = await timed(
    connections,
    writes,
    patch('?fieldManager=bench-applier&force=true', desiredState, 'application/apply-patch+yaml'),
  )
  onStep(`list ${objects}, ${lists} times`)
  let listBytes = 0
  const list = await timed(connections.slice(0, 1), lists, async (connection) => {
    listBytes = (await connection.must('GET', collectionPath(listed))).body.length
  })
  onStep(`list by label, ${lists} times`)
  const byLabel = `${collectionPath(listed)}?labelSelector=${encodeURIComponent('shard=shard-3')}`
  const listByLabel = await timed(connections.slice(0, 1), lists, (connection) => connection.must('GET', byLabel))
  onStep(`delete ${writes}`)
  const deleted = await timed(connections, writes, (connection, index) =>
    connection.must('DELETE', orderPath(churn, `o-${index}`)),
  )
  watchers.close()
  return {
    create: created,
    get: got,
    mergePatch,
    statusPatch,
    apply: applied,
    list,
    listBytes,
    listByLabel,
    delete: deleted,
    watch,
  }
}

const desiredState = (index: number) => ({
  apiVersion: API_VERSION,
  kind: 'Order',
  spec: { template: 'small', region: `region-${index}` },
})

const namespacesOf = (rounds: readonly Round[]): string[] => rounds.flatMap(({ listed, churn }) => [listed, churn])

async function prepare(connection: Connection, rounds: readonly Round[]): Promise<void> {
  await connection.must('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    body: JSON.stringify(crd),
  })
  for (const name of namespacesOf(rounds)) {
    await connection.must('POST', '/api/v1/namespaces', { body: JSON.stringify({ metadata: { name } }) })
  }
  for (;;) {
    if ((await connection.request('GET', collectionPath(rounds[0]!.listed))).status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Without the controllers that empty namespaces, as around a bare kube-apiserver, those stay for ever. */
const CLEAN_UP_MS = 60_000

/** Removes everything again and waits until it is gone, so that a run can follow another. */
async function cleanUp(connection: Connection, rounds: readonly Round[]): Promise<void> {
  const paths = [
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd.metadata.name}`,
    ...namespacesOf(rounds).map((name) => `/api/v1/namespaces/${name}`),
  ]
  for (const path of paths) await connection.request('DELETE', path)
  const deadline = now() + CLEAN_UP_MS
  for (const path of paths) {
    while ((await connection.request('GET', path)).status !== 404) {
      if (now() > deadline) throw new Error(`${path} is still there: does anything finish deletions on that server?`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

const WATCHED = round('watched')

/** Delivery of a few hundred writes to very many watchers. */
export async function runManyWatchers(target: Target, count: number, writes: number): Promise<WatchLatency> {
  const connections = await Promise.all(Array.from({ length: 4 }, () => Connection.open(target)))
  await prepare(connections[0]!, [WATCHED])
  const watchers = await Watchers.open(target, WATCHED.churn, count)
  try {
    // One write at a time: what is measured is the delivery, not a queue of writes.
    await measure(connections.slice(0, 1), writes, (connection, index) =>
      connection.must('POST', collectionPath(WATCHED.churn), {
        body: JSON.stringify(order(WATCHED.churn, `w-${index}`, index, now())),
      }),
    )
    return await watchers.collect(writes * count, 120_000)
  } finally {
    watchers.close()
    await cleanUp(connections[0]!, [WATCHED])
    for (const connection of connections) connection.close()
  }
}
